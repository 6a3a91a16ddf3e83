// MJCF: bad input is an Error that says file, line, element, found and expected.
#include <gtest/gtest.h>

#include "io/mjcf_support.hpp"

namespace tenon {
namespace {

using namespace test;

std::string in_body(const std::string& inside) { return mjcf_error(body(inside)); }

TEST(MjcfErrors, MalformedXmlAndOtherRootsHaveTheirLine) {
  EXPECT_EQ(mjcf_error("<worldbody>\n</world>").rfind("m.xml:3: malformed XML: ", 0), 0u);
  EXPECT_EQ(error_text([] { parse_mjcf("", "m.xml"); }), "m.xml: the file is empty, expected an XML document");
  EXPECT_EQ(error_text([] { parse_mjcf("\n<robot/>", "m.xml"); }),
            "m.xml:2: robot: the root element is <robot>, expected <mujoco>");
  EXPECT_EQ(error_text([] { read_mjcf("nowhere.xml"); }), "nowhere.xml: no such file, expected a robot file");
}

TEST(MjcfErrors, NamesAreUniqueWithinTheirKind) {
  EXPECT_EQ(mjcf_error(world("<body name='a'/>\n\n<body name='a'/>")),
            "m.xml:5: body \"a\": name is \"a\", expected a name that no other body has (line 3)");
  EXPECT_EQ(in_body("<joint name='j'/>\n<freejoint name='j'/>"),
            "m.xml:5: freejoint \"j\": name is \"j\", expected a name that no other joint has (line 4)");
  EXPECT_EQ(in_body("<geom name='g' size='1'/>\n<geom name='g' size='1'/>"),
            "m.xml:5: geom \"g\": name is \"g\", expected a name that no other geom has (line 4)");
  EXPECT_EQ(in_body("<site name='s'/>\n<site name='s'/>"),
            "m.xml:5: site \"s\": name is \"s\", expected a name that no other site has (line 4)");
  EXPECT_EQ(mjcf_error(world("<body name='world'/>")),
            "m.xml:3: body \"world\": name is \"world\", expected another name: the world is called that");
  EXPECT_EQ(
      mjcf_error("<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>\n<mesh name='m' file='x.stl'/></asset>"),
      "m.xml:3: mesh \"m\": the name \"m\" is used by two meshes, expected different names");
}

TEST(MjcfErrors, NumbersAreNumbersAndAsManyAsNeeded) {
  EXPECT_EQ(in_body("<geom name='g' size='.1' pos='1 2'/>"),
            "m.xml:4: geom \"g\": pos is \"1 2\", expected 3 numbers, found 2");
  EXPECT_EQ(in_body("<geom name='g' size='.1' pos='1 2 nan'/>"),
            "m.xml:4: geom \"g\": pos is \"1 2 nan\", expected 3 numbers separated by spaces");
  EXPECT_EQ(in_body("<geom name='g' size='1 2 3 4'/>"),
            "m.xml:4: geom \"g\": size is \"1 2 3 4\", expected 1 to 3 numbers, found 4");
  EXPECT_EQ(in_body("<geom name='g' size='.1' contype='1.5'/>"),
            "m.xml:4: geom \"g\": contype is \"1.5\", expected an integer");
  EXPECT_EQ(mjcf_error("<default>\n<geom size='big'/></default>" + world("<geom/>")),
            "m.xml:3: default/geom: size is \"big\", expected 1 to 3 numbers separated by spaces");
}

TEST(MjcfErrors, GeomsHaveAShape) {
  EXPECT_EQ(in_body("<geom name='g' type='cube' size='1'/>"),
            "m.xml:4: geom \"g\": type is \"cube\", expected one of plane hfield sphere capsule ellipsoid cylinder box "
            "mesh sdf");
  EXPECT_EQ(in_body("<geom name='g'/>"), "m.xml:4: geom \"g\": size is missing, expected 1 number > 0");
  EXPECT_EQ(in_body("<geom name='g' type='box' size='1 1'/>"),
            "m.xml:4: geom \"g\": size is \"1 1\", expected 3 numbers > 0");
  EXPECT_EQ(in_body("<geom name='g' type='box' size='1 1 -1'/>"),
            "m.xml:4: geom \"g\": size is \"1 1 -1\", expected 3 numbers > 0");
  EXPECT_EQ(in_body("<geom name='g' size='1' fromto='0 0 0 1 0 0'/>"),
            "m.xml:4: geom \"g\": fromto is \"0 0 0 1 0 0\", expected none: only capsules, cylinders, boxes and "
            "ellipsoids have one");
  EXPECT_EQ(in_body("<geom name='g' type='capsule' size='1' fromto='0 0 0 0 0 0'/>"),
            "m.xml:4: geom \"g\": fromto is \"0 0 0 0 0 0\", expected two points that differ");
  EXPECT_EQ(in_body("<geom name='g' type='mesh'/>"),
            "m.xml:4: geom \"g\": mesh is missing, expected the name of a <mesh> of <asset>");
  EXPECT_EQ(in_body("<geom name='g' type='mesh' mesh='m'/>"),
            "m.xml:4: geom \"g\": mesh is \"m\", expected the name of a <mesh> of <asset>");
  EXPECT_EQ(in_body("<geom name='g' type='sdf'/>"),
            "m.xml:4: geom \"g\": type is \"sdf\", expected a shape: signed distance fields need MuJoCo's plugins");
  EXPECT_EQ(in_body("<joint/><geom name='g' type='plane' size='1 1 1'/>"),
            "m.xml:4: geom \"g\": type is \"plane\", expected a shape that can move: planes and height fields are for "
            "the world");
  EXPECT_EQ(in_body("<geom name='g' size='1' condim='2'/>"),
            "m.xml:4: geom \"g\": condim is \"2\", expected 1, 3, 4 or 6");
}

TEST(MjcfErrors, MassesAreNotNegative) {
  EXPECT_EQ(in_body("<geom name='g' size='1' mass='-1'/>"),
            "m.xml:4: geom \"g\": mass is \"-1\", expected a number >= 0");
  EXPECT_EQ(in_body("<geom name='g' size='1' density='-1'/>"),
            "m.xml:4: geom \"g\": density is \"-1\", expected a number >= 0");
  EXPECT_EQ(in_body("<inertial pos='0 0 0' mass='-2' diaginertia='1 1 1'/>"),
            "m.xml:4: body \"b\" inertial: mass is \"-2\", expected a number >= 0");
  EXPECT_EQ(in_body("<inertial pos='0 0 0' diaginertia='1 1 1'/>"),
            "m.xml:4: body \"b\" inertial: attribute mass is missing, expected a number");
  EXPECT_EQ(in_body("<inertial mass='1' diaginertia='1 1 1'/>"),
            "m.xml:4: body \"b\" inertial: attribute pos is missing, expected 3 numbers");
  EXPECT_EQ(in_body("<inertial pos='0 0 0' mass='1' diaginertia='1 1 1' fullinertia='1 1 1 0 0 0'/>"),
            "m.xml:4: body \"b\" inertial: diaginertia and fullinertia are both there, expected one of them");
  EXPECT_EQ(in_body("<inertial pos='0 0 0' mass='1' quat='1 1 0 0' fullinertia='1 1 1 0 0 0'/>"),
            "m.xml:4: body \"b\" inertial: fullinertia and an orientation are both there, expected one of them");
  EXPECT_EQ(
      in_body(
          "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>\n<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"),
      "m.xml:5: body \"b\" inertial: a second <inertial> in the body, expected one");
}

TEST(MjcfErrors, JointsCanMove) {
  EXPECT_EQ(in_body("<joint name='j' type='screw'/>"),
            "m.xml:4: joint \"j\": type is \"screw\", expected one of free ball slide hinge");
  EXPECT_EQ(in_body("<joint name='j' axis='0 0 0'/>"),
            "m.xml:4: joint \"j\": axis is \"0 0 0\", expected a direction that is not zero");
  EXPECT_EQ(in_body("<joint name='j' range='2 1'/>"),
            "m.xml:4: joint \"j\": range is \"2 1\", expected two numbers in ascending order");
  EXPECT_EQ(in_body("<joint name='j' limited='true'/>"),
            "m.xml:4: joint \"j\": range is missing, expected one because limited is true");
  EXPECT_EQ(in_body("<joint name='j' limited='yes'/>"),
            "m.xml:4: joint \"j\": limited is \"yes\", expected one of true false auto");
  EXPECT_EQ(mjcf_error("<compiler autolimits='false'/>" + body("<joint name='j' range='0 1'/>")),
            "m.xml:4: joint \"j\": range is there without limited, expected both because autolimits is false");
  EXPECT_EQ(in_body("<joint name='j' damping='-1'/>"),
            "m.xml:4: joint \"j\": damping is \"-1\", expected a number >= 0");
  EXPECT_EQ(in_body("<joint name='j' armature='-1'/>"),
            "m.xml:4: joint \"j\": armature is \"-1\", expected a number >= 0");
  EXPECT_EQ(in_body("<joint/>\n<freejoint name='f'/>"),
            "m.xml:5: freejoint \"f\": a free joint beside others, expected it alone");
  EXPECT_EQ(in_body("<body><freejoint name='f'/></body>"),
            "m.xml:4: freejoint \"f\": a free joint below another body, expected it below the world");
  EXPECT_EQ(mjcf_error(world("<joint name='j'/>")),
            "m.xml:3: joint \"j\": the world has a joint, expected it in a body");
  EXPECT_EQ(mjcf_error(world("<inertial pos='0 0 0' mass='1'/>")),
            "m.xml:3: worldbody/inertial: the world has a mass, expected it in a body");
}

TEST(MjcfErrors, ReferencesLeadSomewhere) {
  const std::string tree = body("<joint name='j'/><geom name='g' size='.1'/>") + "\n";
  EXPECT_EQ(mjcf_error(tree + "<actuator><motor name='m' joint='x'/></actuator>"),
            "m.xml:7: motor \"m\": joint is \"x\", expected the name of a joint");
  EXPECT_EQ(mjcf_error(tree + "<actuator><motor name='m'/></actuator>"),
            "m.xml:7: motor \"m\": joint is missing, expected the name of a joint");
  EXPECT_EQ(mjcf_error(tree + "<contact><pair geom1='g' geom2='h'/></contact>"),
            "m.xml:7: contact/pair: geom2 is \"h\", expected the name of a geom");
  EXPECT_EQ(mjcf_error(tree + "<contact><exclude body1='b' body2='c'/></contact>"),
            "m.xml:7: contact/exclude: body2 is \"c\", expected the name of a body");
  EXPECT_EQ(mjcf_error(tree + "<equality><weld name='w' body1='c'/></equality>"),
            "m.xml:7: weld \"w\": body1 is \"c\", expected the name of a body");
  EXPECT_EQ(mjcf_error(tree + "<equality><weld name='w' site1='s' site2='t'/></equality>"),
            "m.xml:7: weld \"w\": site1 is \"s\", expected the name of a site");
  EXPECT_EQ(mjcf_error(tree + "<equality><connect name='c' body1='b'/></equality>"),
            "m.xml:7: connect \"c\": attribute anchor is missing, expected 3 numbers");
  EXPECT_EQ(mjcf_error(tree + "<equality><joint name='e' joint1='k'/></equality>"),
            "m.xml:7: joint \"e\": joint1 is \"k\", expected the name of a hinge or slide joint");
  EXPECT_EQ(mjcf_error(tree + "<keyframe><key name='k' qpos='1 2'/></keyframe>"),
            "m.xml:7: key \"k\": qpos is \"1 2\", expected 0 to 1 numbers, found 2");
}

TEST(MjcfErrors, WhatMakesBodiesIsRefused) {
  for (const std::string tag : {"replicate", "attach", "composite", "flexcomp"})
    EXPECT_EQ(mjcf_error(world("<" + tag + "/>")),
              "m.xml:3: worldbody/" + tag + ": <" + tag +
                  "> is found, expected plain bodies (MuJoCo's mj_saveLastXML writes such a model out)");
  EXPECT_EQ(mjcf_error(world("<frame name='f' scale='2'/>")),
            "m.xml:3: frame \"f\": scale is \"2\", expected 1: frames that resize their content are not read");
  EXPECT_EQ(mjcf_error("<compiler coordinate='global'/>"),
            "m.xml:2: compiler: coordinate is \"global\", expected local: MuJoCo dropped global coordinates too");
}

TEST(MjcfErrors, MeshesWithoutAVolumeAreRefused) {
  const auto error = [](const std::string& mesh) {
    return mjcf_error("<asset>\n<mesh name='m' " + mesh + "/></asset>" + body("<geom type='mesh' mesh='m'/>"));
  };
  EXPECT_EQ(error("vertex='0 0 0 1 0 0 0 1 0 1 1 0'"),
            "m.xml:3: mesh \"m\": mesh has 4 points in one plane, expected a solid");
  EXPECT_EQ(error("vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 2' inertia='exact'"),
            "m.xml:3: mesh \"m\": mesh is not watertight, expected every edge to be shared by two faces for "
            "inertia=\"exact\"");
  EXPECT_EQ(error("vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 4'"),
            "m.xml:3: mesh \"m\": face is \"0 1 4\", expected vertex numbers from 0 to 3");
  EXPECT_EQ(error("vertex='0 0 0 1 0 0 0 1 0 0 0 1 1'"),
            "m.xml:3: mesh \"m\": vertex is \"0 0 0 1 0 0 0 1 0 0 0 1 1\", expected three numbers for each vertex");
  EXPECT_EQ(error(""), "m.xml:3: mesh \"m\": file and vertex are missing, expected one of them");
}

TEST(MjcfErrors, DeepFilesAreRefusedAndFilesALittleLessDeepAreRead) {
  const auto chain = [](int n) {
    std::string text;
    for (int i = 0; i < n; ++i) text += "<body><joint/><geom size='.1'/>";
    for (int i = 0; i < n; ++i) text += "</body>";
    return world(text);
  };
  EXPECT_NE(mjcf_error(chain(1200)).find("nested deeper than 1000 levels"), std::string::npos);
  EXPECT_EQ(mjcf(chain(990)).links.size(), 990u);
}

}  // namespace
}  // namespace tenon
