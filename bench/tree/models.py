"""The mechanisms of the tree race, written for every contestant: a neutral model file (tree_file.hpp), and MJCF for MuJoCo.

Real robots come from PyPI's example-robot-data through Pinocchio's own URDF parser; chains and trees are made here from
fixed seeds. The neutral file has one line per moving joint, depth-first:
  tree NAME
  joint NAME KIND PARENT R(9, row-major) p(3) axis(3) armature mass com(3) inertia(xx xy xz yy yz zz, about the com)
"""
import pathlib
import sys

import numpy as np
import pinocchio as pin

ROBOTS = {  # name: file below example-robot-data/robots, floating base, joints that are locked at zero
    "panda": ("panda_description/urdf/panda.urdf", False, []),
    "panda_arm": ("panda_description/urdf/panda.urdf", False, ["panda_finger_joint1", "panda_finger_joint2"]),
    "solo12": ("solo_description/robots/solo12.urdf", True, []),
    "go2": ("go2_description/urdf/go2.urdf", True, []),
    "g1": ("g1_description/urdf/g1_29dof_rev_1_0.urdf", True, []),
    "talos_reduced": ("talos_data/robots/talos_reduced.urdf", True, []),
    "talos_full": ("talos_data/robots/talos_full_v2.urdf", True, []),
}
CHAINS = [10, 32, 100, 300]
BINARY_TREES = [15, 63, 255]


def robots_folder():
    return pathlib.Path(pin.__file__).resolve().parents[4] / "share" / "example-robot-data" / "robots"


def kind_and_axis(joint):
    """Pinocchio's joint model -> the neutral kind and its axis."""
    name = joint.shortname()
    axes = {"X": [1, 0, 0], "Y": [0, 1, 0], "Z": [0, 0, 1]}
    if name == "JointModelFreeFlyer":
        return "free", [0, 0, 1]
    for stem, kind in (("JointModelRUB", "continuous"), ("JointModelR", "revolute"), ("JointModelP", "prismatic")):
        if name.startswith(stem) and name[len(stem):] in axes:
            return kind, axes[name[len(stem):]]
    unaligned = {"JointModelRevoluteUnaligned": "revolute", "JointModelPrismaticUnaligned": "prismatic",
                 "JointModelRevoluteUnboundedUnaligned": "continuous"}
    if name in unaligned:
        return unaligned[name], list(joint.extract().axis if hasattr(joint, "extract") else joint.axis)
    raise ValueError(f"joint model {name}")


def joints_of(model):
    """The joints of a Pinocchio model as plain dictionaries, parent before child."""
    joints = []
    for i in range(1, model.njoints):
        kind, axis = kind_and_axis(model.joints[i])
        inertia = model.inertias[i]
        joints.append({
            "name": model.names[i], "kind": kind, "parent": model.parents[i] - 1,
            "R": model.jointPlacements[i].rotation, "p": model.jointPlacements[i].translation, "axis": axis,
            "armature": float(model.armature[model.joints[i].idx_v]), "mass": inertia.mass, "com": inertia.lever,
            "I": inertia.inertia})
    return joints


def real_robot(name):
    file, floating, locked = ROBOTS[name]
    path = str(robots_folder() / file)
    model = pin.buildModelFromUrdf(path, pin.JointModelFreeFlyer()) if floating else pin.buildModelFromUrdf(path)
    if locked:
        model = pin.buildReducedModel(model, [model.getJointId(j) for j in locked], pin.neutral(model))
    return joints_of(model)


def link(random, index, parent):
    """A link of a made mechanism: a box of about a kilogram on a revolute joint in a general placement."""
    rotation = np.linalg.qr(random.normal(size=(3, 3)))[0]
    rotation *= np.sign(np.linalg.det(rotation))
    edges = random.uniform(0.05, 0.2, size=3)
    mass = random.uniform(0.5, 1.5)
    turn = np.linalg.qr(random.normal(size=(3, 3)))[0]
    inertia = turn @ np.diag(mass / 12 * (np.sum(edges**2) - edges**2)) @ turn.T
    return {"name": f"joint{index}", "kind": "revolute", "parent": parent, "R": rotation,
            "p": random.uniform(-0.2, 0.2, size=3), "axis": [0, 0, 1], "armature": 0.0, "mass": mass,
            "com": random.uniform(-0.05, 0.05, size=3), "I": (inertia + inertia.T) / 2}


def chain(n):
    random = np.random.default_rng(n)
    return [link(random, i, i - 1) for i in range(n)]


def binary_tree(n):
    """Balanced, depth-first: breadth-first numbers give silently wrong answers in Pinocchio."""
    random = np.random.default_rng(1000 + n)
    joints = []

    def grow(parent, size):
        index = len(joints)
        joints.append(link(random, index, parent))
        if size > 1:
            grow(index, (size - 1) // 2)
            grow(index, (size - 1) // 2)

    grow(-1, n)
    return joints


def all_models():
    """Every mechanism of the race, by name."""
    models = {name: real_robot(name) for name in ROBOTS}
    models.update({f"chain_{n}": chain(n) for n in CHAINS})
    models.update({f"binary_{n}": binary_tree(n) for n in BINARY_TREES})
    return models


def numbers(*values):
    return " ".join(repr(float(x)) for x in np.concatenate([np.ravel(v) for v in values]))


def write_tree(name, joints, path):
    lines = [f"tree {name}"]
    for j in joints:
        I = j["I"]
        upper = [I[0, 0], I[0, 1], I[0, 2], I[1, 1], I[1, 2], I[2, 2]]
        lines.append(f"joint {j['name'].replace(' ', '_')} {j['kind']} {j['parent']} " + numbers(
            j["R"], j["p"], j["axis"], [j["armature"], j["mass"]], j["com"], upper))
    path.write_text("\n".join(lines) + "\n")


def write_mjcf(name, joints, path):
    """The same tree for MuJoCo: one body per joint, inertias as given (MuJoCo refuses those that no body can have)."""
    children = {}
    for i, j in enumerate(joints):
        children.setdefault(j["parent"], []).append(i)
    kinds = {"revolute": "hinge", "continuous": "hinge", "prismatic": "slide"}
    lines = [f'<mujoco model="{name}">', '<compiler angle="radian" autolimits="false" boundmass="0"/>',
             '<option gravity="0 0 -9.81"><flag constraint="disable"/></option>', "<worldbody>"]

    def body(i):
        j = joints[i]
        x, y, z, w = pin.Quaternion(np.asarray(j["R"])).coeffs()
        I = j["I"]
        lines.append(f'<body name="b{i}" pos="{numbers(j["p"])}" quat="{numbers([w, x, y, z])}">')
        lines.append(f'<inertial mass="{j["mass"]!r}" pos="{numbers(j["com"])}" fullinertia="'
                     f'{numbers([I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2]])}"/>')
        lines.append("<freejoint/>" if j["kind"] == "free" else
                     f'<joint name="{j["name"]}" type="{kinds[j["kind"]]}" axis="{numbers(j["axis"])}" '
                     f'armature="{j["armature"]!r}"/>')
        for child in children.get(i, []):
            body(child)
        lines.append("</body>")

    sys.setrecursionlimit(10000)
    for root in children[-1]:
        body(root)
    lines += ["</worldbody>", "</mujoco>"]
    path.write_text("\n".join(lines) + "\n")


def write_all(folder):
    """Writes NAME.tree and NAME.xml for every mechanism; returns the names."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    models = all_models()
    for name, joints in models.items():
        write_tree(name, joints, folder / f"{name}.tree")
        write_mjcf(name, joints, folder / f"{name}.xml")
    return list(models)


if __name__ == "__main__":
    print(*write_all(sys.argv[1]))
