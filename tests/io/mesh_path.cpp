// Mesh names to files: packages, relative and absolute paths.
#include "io/mesh_path.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "io/support.hpp"

namespace tenon {

using io::find_mesh;

TEST(MeshPath, PackagesAreFoundInTheGivenFoldersAndAboveTheFile) {
  const test::TemporaryFolder folder;
  const auto mesh = folder.write("share/arm_description/meshes/a.stl", "");
  const auto directory = folder.path() / "share/arm_description/urdf";
  EXPECT_EQ(find_mesh("package://arm_description/meshes/a.stl", directory, {}), mesh);
  EXPECT_EQ(find_mesh("package:///arm_description/meshes/a.stl", directory, {}), mesh);
  EXPECT_EQ(find_mesh("model://arm_description/meshes/a.stl", directory, {}), mesh);
  EXPECT_FALSE(find_mesh("package://arm_description/meshes/b.stl", directory, {}));
  EXPECT_FALSE(find_mesh("package://arm_description/meshes/a.stl", folder.path() / "elsewhere", {}));
  EXPECT_EQ(find_mesh("package://arm_description/meshes/a.stl", "", {folder.path() / "share"}), mesh);
  EXPECT_EQ(find_mesh("package://arm_description/meshes/a.stl", "", {folder.path() / "share/arm_description"}), mesh);
  EXPECT_FALSE(find_mesh("package://arm_description", directory, {}));
  EXPECT_FALSE(find_mesh("package://", directory, {}));
}

TEST(MeshPath, GivenFoldersComeBeforeTheOthers) {
  const test::TemporaryFolder folder;
  folder.write("near/p/m.stl", "");
  const auto given = folder.write("given/p/m.stl", "");
  EXPECT_EQ(find_mesh("package://p/m.stl", folder.path() / "near", {folder.path() / "given"}), given);
}

TEST(MeshPath, RosPackagePathIsSearched) {
  const test::TemporaryFolder folder;
  const auto mesh = folder.write("ws/p/m.stl", "");
  const std::string list = "/nowhere:" + (folder.path() / "ws").string() + ":";
  ASSERT_EQ(setenv("ROS_PACKAGE_PATH", list.c_str(), 1), 0);
  EXPECT_EQ(find_mesh("package://p/m.stl", "", {}), mesh);
  unsetenv("ROS_PACKAGE_PATH");
  EXPECT_FALSE(find_mesh("package://p/m.stl", "", {}));
}

TEST(MeshPath, PlainNamesAreRelativeToTheFile) {
  const test::TemporaryFolder folder;
  const auto mesh = folder.write("meshes/a.stl", "");
  folder.write("urdf/r.urdf", "");
  EXPECT_EQ(find_mesh("../meshes/a.stl", folder.path() / "urdf", {}), mesh);
  EXPECT_EQ(find_mesh(mesh.string(), "", {}), mesh);
  EXPECT_EQ(find_mesh("file://" + mesh.string(), "", {}), mesh);
  EXPECT_EQ(find_mesh("file://meshes/a.stl", folder.path(), {}), mesh);
  EXPECT_FALSE(find_mesh("meshes", folder.path(), {}));
  EXPECT_FALSE(find_mesh("", folder.path(), {}));
  EXPECT_FALSE(find_mesh(std::string(100'000, 'x'), folder.path(), {}));
}

TEST(MeshPath, TheLoaderResolvesMeshesAndReportsThoseThatAreMissing) {
  const test::TemporaryFolder folder;
  const auto mesh = folder.write("p/m.stl", "");
  const auto file =
      folder.write("p/urdf/r.urdf",
                   "<robot name='r'><link name='a'>\n"
                   "<visual><geometry><mesh filename='package://p/m.stl' scale='1 -2 3'/></geometry></visual>\n"
                   "<visual><geometry><mesh filename='package://p/n.stl'/></geometry></visual></link></robot>");
  const RobotDescription r = read_urdf(file);
  ASSERT_EQ(r.links[0].geometry.size(), 2u);
  EXPECT_EQ(r.links[0].geometry[0].mesh_file, mesh.string());
  EXPECT_EQ(r.links[0].geometry[0].mesh_scale, (Vector3{1, -2, 3}));
  EXPECT_EQ(r.links[0].geometry[1].mesh_file, "package://p/n.stl");
  EXPECT_EQ(test::diagnostics_text(r), file.string() +
                                           ":3: warning: link \"a\" visual/geometry/mesh: mesh file "
                                           "\"package://p/n.stl\" is not found\n");
}

}  // namespace tenon
