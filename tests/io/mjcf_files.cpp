// Includes and mesh files on disk.
#include <gtest/gtest.h>

#include "io/mjcf_support.hpp"

namespace tenon {
namespace {

using namespace test;

const char* tetrahedron_obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

TEST(MjcfFiles, IncludesStandWhereTheyAreWritten) {
  const TemporaryFolder folder;
  folder.write("parts/leg.xml", "<mujocoinclude><body name='leg'><include file='foot.xml'/></body></mujocoinclude>");
  folder.write("parts/foot.xml", "<x><body name='foot'/></x>");
  folder.write("common.xml", "<mujoco><compiler angle='radian'/><worldbody><body name='tail'/></worldbody></mujoco>");
  const auto main = folder.write("main.xml",
                                 "<mujoco model='cat'><include file='common.xml'/><worldbody><body name='torso'>"
                                 "<include file='parts/leg.xml'/></body></worldbody></mujoco>");
  const auto robot = read_mjcf(main);
  EXPECT_EQ(robot.name, "cat");
  ASSERT_EQ(robot.links.size(), 4u);
  EXPECT_EQ(robot.links[0].name, "tail");
  EXPECT_EQ(robot.links[3].name, "foot");
  EXPECT_EQ(robot.joints[3].parent, "leg");
  EXPECT_EQ(robot.links[3].source.file, (folder.path() / "parts/foot.xml").string());
}

TEST(MjcfFiles, TheMainDirectoryComesBeforeThatOfTheIncludingFile) {
  const TemporaryFolder folder;
  folder.write("sub/a.xml", "<x><worldbody><include file='b.xml'/></worldbody></x>");
  folder.write("sub/b.xml", "<x><body name='from_sub'/></x>");
  folder.write("b.xml", "<x><body name='from_main'/></x>");
  EXPECT_EQ(read_mjcf(folder.write("main.xml", "<mujoco><include file='sub/a.xml'/></mujoco>")).links.at(0).name,
            "from_main");
}

TEST(MjcfFiles, MissingRepeatedAndCircularIncludesAreErrors) {
  const TemporaryFolder folder;
  const auto error = [&](const std::string& inside) {
    const auto main = folder.write("main.xml", "<mujoco>\n" + inside + "\n</mujoco>");
    const std::string text = error_text([&] { read_mjcf(main); });
    return text.substr(text.rfind('/', text.find(':')) + 1);
  };
  folder.write("a.xml", "<x><size/></x>");
  folder.write("loop.xml", "<x>\n<include file='loop.xml'/></x>");
  folder.write("empty.xml", "<x/>");
  EXPECT_EQ(error("<include file='nowhere.xml'/>"),
            "main.xml:2: include: file is \"nowhere.xml\", expected an XML file beside the model");
  EXPECT_EQ(error("<include/>"), "main.xml:2: include: attribute file is missing, expected a text");
  EXPECT_EQ(error("<include file='a.xml'/>\n<include file='a.xml'/>"),
            "main.xml:3: include: file \"a.xml\" is included twice, expected once");
  EXPECT_EQ(error("<include file='loop.xml'/>"),
            "loop.xml:2: include: file \"loop.xml\" is included twice, expected once");
  EXPECT_EQ(error("<include file='empty.xml'/>"),
            "main.xml:2: include: file \"empty.xml\" has no elements, expected at least one");
  EXPECT_EQ(error("<include file='a.xml'><x/></include>"),
            "main.xml:2: include: <include> has children, expected none");
}

TEST(MjcfFiles, MeshesAreFoundByMeshdirAssetdirAndStrippath) {
  const TemporaryFolder folder;
  folder.write("meshes/deep/t.obj", tetrahedron_obj);
  const auto file = [&](const std::string& compiler, const std::string& mesh) {
    const auto robot =
        read_mjcf(folder.write("main.xml", "<mujoco><compiler " + compiler + "/><asset><mesh file='" + mesh +
                                               "' scale='2 2 2'/></asset><worldbody><body><geom type='mesh' mesh='t'/>"
                                               "</body></worldbody></mujoco>"));
    EXPECT_NEAR(robot.links[0].inertia.mass, 8000.0 / 6, 1e-9);
    EXPECT_EQ(robot.links[0].geometry[0].mesh_scale, (Vector3{2, 2, 2}));
    return std::filesystem::path(robot.links[0].geometry[0].mesh_file)
        .lexically_relative(folder.path())
        .generic_string();
  };
  EXPECT_EQ(file("meshdir='meshes/deep'", "t.obj"), "meshes/deep/t.obj");
  EXPECT_EQ(file("assetdir='meshes/deep'", "t.obj"), "meshes/deep/t.obj");
  EXPECT_EQ(file("assetdir='nowhere' meshdir='meshes'", "deep/t.obj"), "meshes/deep/t.obj");
  EXPECT_EQ(file("meshdir='meshes/deep' strippath='true'", "C:/robot/t.obj"), "meshes/deep/t.obj");
  EXPECT_EQ(file("", (folder.path() / "meshes/deep/t.obj").string()), "meshes/deep/t.obj");
}

TEST(MjcfFiles, MeshesOfAnIncludedFileMayLieBesideIt) {
  const TemporaryFolder folder;
  folder.write("robot/t.obj", tetrahedron_obj);
  folder.write("robot/robot.xml",
               "<mujoco><asset><mesh file='t.obj'/></asset><worldbody><body><geom type='mesh' mesh='t'/></body>"
               "</worldbody></mujoco>");
  EXPECT_NEAR(
      read_mjcf(folder.write("main.xml", "<mujoco><include file='robot/robot.xml'/></mujoco>")).links[0].inertia.mass,
      1000.0 / 6, 1e-10);
}

TEST(MjcfFiles, AMissingMeshThatOnlyDrawsIsAWarning) {
  const TemporaryFolder folder;
  const auto robot = read_mjcf(folder.write("main.xml",
                                            "<mujoco><asset>\n<mesh name='m' file='no.stl'/></asset><worldbody><body>"
                                            "<geom type='mesh' mesh='m' mass='0'/><geom type='mesh' mesh='m' mass='0'/>"
                                            "</body></worldbody></mujoco>"));
  ASSERT_EQ(robot.diagnostics.size(), 1u) << diagnostics_text(robot);
  EXPECT_EQ(robot.diagnostics[0].source.line, 2);
  EXPECT_NE(robot.diagnostics[0].message.find("no such file"), std::string::npos);
}

TEST(MjcfFiles, ReadRobotKnowsMjcfByItsContent) {
  const TemporaryFolder folder;
  EXPECT_EQ(
      read_robot(folder.write("cat.robot", "<mujoco><worldbody><body name='b'/></worldbody></mujoco>")).links[0].name,
      "b");
  EXPECT_EQ(read_mjcf(folder.path() / "cat.robot").name, "cat");
}

}  // namespace
}  // namespace tenon
