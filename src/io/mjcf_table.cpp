// Attributes of MuJoCo 4.0's schema, row by row; what no row names is reported as unknown to tenon.
// A warning changes how the model moves; a note concerns drawing, MuJoCo's solvers or the saving of files.
#include "io/mjcf_table.hpp"

namespace tenon::io::mjcf {

namespace {

using enum Row::Use;

constexpr const char* drawing = "it concerns drawing only";
constexpr const char* user_data = "user data is not kept";
constexpr const char* soft_contact = "contacts here are not MuJoCo's soft ones";
constexpr const char* soft_joint = "limits and friction here are not MuJoCo's soft ones";
constexpr const char* hard_equality = "constraints here are not MuJoCo's soft ones";
constexpr const char* own_solver = "it steers MuJoCo's own solver";
constexpr const char* saving = "it concerns how MuJoCo compiles or saves";
constexpr const char* fluid = "fluid forces are not computed";
constexpr const char* delays = "controls act without delay";
constexpr const char* dynamics = "actuators here have no state of their own";

constexpr Row rows[] = {
    {"compiler",
     "angle eulerseq autolimits inertiafromgeom inertiagrouprange boundmass boundinertia balanceinertia "
     "settotalmass meshdir assetdir strippath coordinate fitaabb"},
    {"compiler", "texturedir", note, drawing},
    {"compiler", "discardvisual", note, "geometry for drawing is kept", "false"},
    {"compiler", "fusestatic", note, "static bodies keep their names and frames", "false"},
    {"compiler", "alignfree", warning, "frames of free bodies stay as written, so qpos differs from MuJoCo's", "false"},
    {"compiler", "usethread saveinertial savecompiled savecanonical conflict passthrough", note, saving},

    {"option", "gravity timestep"},
    {"option",
     "integrator solver iterations tolerance ls_iterations ls_tolerance noslip_iterations noslip_tolerance "
     "ccd_iterations ccd_tolerance sdf_iterations sdf_initpoints jacobian sleep_tolerance apirate",
     note, own_solver},
    {"option", "cone", warning, soft_contact, "pyramidal"},
    {"option", "impratio", warning, soft_contact, "1"},
    {"option", "o_margin o_solref o_solimp o_friction", warning, soft_contact},
    {"option", "density viscosity", warning, fluid, "0"},
    {"option", "wind", warning, fluid, "0 0 0"},
    {"option", "magnetic", note, "sensors are not read"},
    {"option", "actuatorgroupdisable", warning, "all actuators are kept"},

    {"flag", "gravity"},
    {"flag", "constraint equality frictionloss limit contact spring damper actuation", warning,
     "nothing is switched off", "enable"},
    {"flag", "passive", warning, "nothing is switched off", "enable"},
    {"flag", "clampctrl filterparent", warning, "it is not kept", "enable"},
    {"flag", "override", warning, soft_contact, "disable"},
    {"flag",
     "warmstart refsafe sensor midphase nativeccd eulerdamp autoreset island energy fwdinv invdiscrete multiccd "
     "sleep ipc speculative diagexact",
     note, own_solver},

    {"body", "name childclass pos quat axisangle euler xyaxes zaxis"},
    {"body", "mocap", warning, "the body is fixed where the file puts it", "false"},
    {"body", "gravcomp", warning, "gravity is not compensated", "0"},
    {"body", "sleep simple fuse", note, own_solver},
    {"body", "user", note, user_data},
    {"frame", "name childclass pos quat axisangle euler xyaxes zaxis scale massscale scaling"},
    {"inertial", "pos quat axisangle euler xyaxes zaxis mass diaginertia fullinertia"},

    {"joint",
     "name class type pos axis range limited actuatorfrcrange actuatorfrclimited stiffness springref armature "
     "damping frictionloss ref"},
    {"joint", "springdamper", warning, "stiffness and damping stay as written", "0 0"},
    {"joint", "springyield", warning, "springs here do not yield", "0"},
    {"joint", "margin", warning, soft_joint, "0"},
    {"joint", "solreflimit solreffriction", warning, soft_joint, "0.02 1"},
    {"joint", "solimplimit solimpfriction", warning, soft_joint, "0.9 0.95 0.001 0.5 2"},
    {"joint", "actuatorgravcomp", warning, "gravity is not compensated", "false"},
    {"joint", "group", note, drawing},
    {"joint", "user", note, user_data},
    {"freejoint", "name"},
    {"freejoint", "align", warning, "the frame of the body stays as written, so qpos differs from MuJoCo's", "false"},
    {"freejoint", "group", note, drawing},

    {"geom",
     "name class type contype conaffinity condim group size material rgba friction mass density shellinertia "
     "fromto pos quat axisangle euler xyaxes zaxis hfield mesh fitscale"},
    {"geom", "priority", warning, soft_contact, "0"},
    {"geom", "solmix", warning, soft_contact, "1"},
    {"geom", "solref", warning, soft_contact, "0.02 1"},
    {"geom", "solimp", warning, soft_contact, "0.9 0.95 0.001 0.5 2"},
    {"geom", "margin gap", warning, soft_contact, "0"},
    {"geom", "adhesion", warning, "contacts here do not pull", "0"},
    {"geom", "surfacevel", warning, "surfaces here move with their body", "0 0 0 0 0 0"},
    {"geom", "fluidshape", warning, fluid, "none"},
    {"geom", "fluidcoef", note, fluid},
    {"geom", "castshadow", note, drawing},
    {"geom", "user", note, user_data},

    {"site", "name class pos quat axisangle euler xyaxes zaxis fromto"},
    {"site", "type size group material rgba mesh", note, "sites are kept as frames"},
    {"site", "user", note, user_data},

    {"mesh", "name class file vertex face scale inertia refpos refquat material content_type builtin params"},
    {"mesh", "normal texcoord smoothnormal", note, drawing},
    {"mesh", "maxhullvert", warning, "hulls have all their vertices", "-1"},
    {"material", "name class rgba"},
    {"material", "texture emission specular shininess reflectance metallic roughness texrepeat texuniform", note,
     drawing},
    {"hfield", "name file size content_type nrow ncol elevation"},

    {"connect", "name class active body1 body2 anchor site1 site2"},
    {"weld", "name class active body1 body2 anchor relpose site1 site2"},
    {"weld", "torquescale", warning, "the rows of a weld are not scaled", "1"},
    {"equality joint", "name class active joint1 joint2 polycoef"},
    {"equality", "active"},
    {"equality", "solref", warning, hard_equality, "0.02 1"},
    {"equality", "solimp", warning, hard_equality, "0.9 0.95 0.001 0.5 2"},
    {"pair", "name class geom1 geom2"},
    {"pair", "condim friction", warning, "pairs have the parameters of their geoms"},
    {"pair", "adhesion margin gap solref solimp solreffriction", warning, soft_contact},
    {"exclude", "name body1 body2"},

    {"actuator",
     "name class joint jointinparent gear ctrlrange ctrllimited forcerange forcelimited kp kv armature damping "
     "gainprm biasprm gaintype biastype dyntype inheritrange tendon site body cranksite slidersite refsite"},
    {"actuator", "cranklength lengthrange", note, "only transmissions to joints are kept"},
    {"actuator", "dynprm actdim actlimited actrange actearly timeconst", warning, dynamics},
    {"actuator", "delay nsample interp", warning, delays, "0"},
    {"actuator", "dampratio", warning, "kv is kept as written", "0"},
    {"actuator", "group", note, drawing},
    {"actuator", "user", note, user_data},
    {"actuator", "input", note, "it does not change the force"},

    {"key", "name time qpos qvel ctrl"},
    {"key", "act plastic", warning, dynamics},
    {"key", "mpos mquat", warning, "mocap bodies are fixed"},
};

constexpr Place all_places[] = {
    {"mujoco",
     "compiler option size visual statistic custom sensor tendon deformable extension default asset worldbody contact "
     "equality actuator keyframe"},
    {"worldbody body frame",
     "body joint freejoint geom site inertial frame camera light plugin replicate attach composite flexcomp"},
    {"default",
     "default mesh material joint geom site pair equality tendon texture camera light general motor position velocity "
     "intvelocity damper cylinder muscle adhesion dcmotor pid orientation plugin"},
    {"asset", "mesh material hfield texture skin model"},
    {"contact", "pair exclude"},
    {"equality", "connect weld joint tendon flex flexvert flexstrain"},
    {"actuator",
     "general motor position velocity intvelocity damper cylinder muscle adhesion dcmotor pid orientation plugin"},
    {"keyframe", "key"},
    {"option", "flag"},
    {"compiler", "lengthrange"},
};

}  // namespace

std::span<const Row> table() { return rows; }
std::span<const Place> places() { return all_places; }

}  // namespace tenon::io::mjcf
