#!/usr/bin/env python3
"""Compiles peer programs for the races, one translation unit at a time, and caches them.

build_peer.build(source, peer, flags) returns the path of a shared library under .cache/peers/. The key is the peer's
version, the compiler's version, the flags, the processor (for -march=native) and the code of the source and of the
headers beside it. A note (.json) beside each library says what it was made with and what that cost.
Header-only: the wheels' shared libraries of Pinocchio are never linked (baseline code, another Eigen alignment).
"""
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import time
from importlib import metadata

ROOT = pathlib.Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache" / "peers"
PINOCCHIO_DEFINES = [
    "-DBOOST_MPL_LIMIT_LIST_SIZE=30",
    "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30",
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
    "-DBOOST_FUSION_INVOKE_MAX_ARITY=12",
]


def say(text):
    print(text, file=sys.stderr, flush=True)


def site_packages():
    import mujoco

    return pathlib.Path(mujoco.__file__).resolve().parent.parent


def peer_arguments(peer):
    """Version and compiler arguments of a peer, from the wheels of this Python."""
    site = site_packages()
    if peer == "pinocchio":
        eigen = pathlib.Path("/usr/include/eigen3")
        if not eigen.is_dir():
            raise SystemExit("Eigen is missing: apt install libeigen3-dev")
        include = site / "cmeel.prefix" / "include"
        return metadata.version("pin"), [*PINOCCHIO_DEFINES, f"-isystem{include}", f"-isystem{eigen}"]
    if peer == "mujoco":
        version = metadata.version("mujoco")
        library = site / "mujoco" / f"libmujoco.so.{version}"
        return version, [f"-isystem{site / 'mujoco' / 'include'}", str(library), f"-Wl,-rpath,{library.parent}"]
    raise SystemExit(f"unknown peer {peer}")


def compiler_version(compiler):
    return subprocess.run([compiler, "--version"], check=True, capture_output=True, text=True).stdout.splitlines()[0]


def processor():
    text = pathlib.Path("/proc/cpuinfo").read_text()
    found = re.search(r"^flags\s*:(.*)$", text, re.M)
    return " ".join(sorted(found.group(1).split())) if found else ""


def own_code(source, seen=None):
    """The source and our own headers that it includes, without comments and spacing."""
    seen = set() if seen is None else seen
    seen.add(source)
    text = source.read_text()
    included = [(source.parent / name).resolve() for name in re.findall(r'#include "([^"]+)"', text)]
    code = " ".join(re.sub(r"//[^\n]*", "", text).split())
    return code + "".join(own_code(h, seen) for h in included if h.exists() and h not in seen)


def run_with_progress(command, label):
    """Runs a long command at low priority, says every half minute that it lives; returns seconds and peak bytes."""
    start = time.monotonic()
    done = threading.Event()

    def beat():
        while not done.wait(30):
            say(f"  … {label}: {time.monotonic() - start:.0f} s")

    threading.Thread(target=beat, daemon=True).start()
    process = subprocess.Popen(command, preexec_fn=lambda: os.nice(10), stderr=subprocess.PIPE, text=True)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    done.set()
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"{label} failed:\n{' '.join(command)}\n{errors[-4000:]}")
    return time.monotonic() - start, usage.ru_maxrss * 1024


def place(source, peer, flags, compiler):
    """Where its library is or would be."""
    version, _ = peer_arguments(peer)
    key = hashlib.sha256()
    for part in [version, compiler_version(compiler), " ".join(flags), processor(), own_code(source)]:
        key.update(part.encode() + b"\0")
    return CACHE / f"{source.stem}-{version}-{key.hexdigest()[:16]}.so"


def cached(source, peer, flags, compiler="clang++-19"):
    library = place(pathlib.Path(source).resolve(), peer, flags, compiler)
    return library.exists() and library.with_suffix(".json").exists()


def build(source, peer, flags, compiler="clang++-19"):
    """The shared library of one peer source, built if it is not in the cache."""
    source = pathlib.Path(source).resolve()
    version, arguments = peer_arguments(peer)
    CACHE.mkdir(parents=True, exist_ok=True)
    library = place(source, peer, flags, compiler)
    note = library.with_suffix(".json")
    if library.exists() and note.exists():
        return library
    label = f"{peer} {version}: {source.name} ({compiler} {' '.join(flags)})"
    say(f"compiling {label}; a minute or more, once")
    temporary = library.with_suffix(".partial")
    command = [compiler, "-std=c++17", *flags, "-fPIC", "-shared", "-fvisibility=hidden", f"-I{source.parent}",
               str(source), *arguments, "-o", str(temporary)]
    seconds, peak = run_with_progress(command, label)
    note.write_text(json.dumps({
        "source": source.name, "peer": peer, "version": version, "compiler": compiler_version(compiler),
        "flags": " ".join(flags), "seconds": round(seconds, 1), "peak_bytes": peak,
        "date": time.strftime("%Y-%m-%d")}, indent=1))
    temporary.rename(library)
    say(f"  {seconds:.0f} s, {peak / 1e9:.1f} GB")
    return library

