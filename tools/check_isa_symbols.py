"""No code compiled for AVX2 or AVX-512 can be linked into code for other machines.

An inline function or template is a weak symbol, and the linker keeps one copy of each name. A copy made in a kernel
object for AVX2 must therefore have a name of its own: it carries isa_avx2 (the inline namespace, or a type of it among
the template arguments). Otherwise a machine without AVX2 could be handed that copy. The same goes for AVX-512. A weak function without it is an
error if any other object of this build defines or calls it, and also if it belongs to std, because the user's program
may call it; the remedy is to keep that call out of kernel files, or to move the function into TENON_ISA.
Data (vtables, type names, constants) is the same for every instruction set and is not looked at.
"""
import subprocess
import sys
from pathlib import Path

from files import report

# Emitted by clang into every file that needs it; two calls and no arithmetic.
HARMLESS = {"__clang_call_terminate"}


def symbols(objects):
    """(object, symbol, type) triples as nm prints them."""
    found = []
    for start in range(0, len(objects), 200):
        listing = subprocess.run(["nm", "-A", "--format=posix", *map(str, objects[start:start + 200])],
                                 capture_output=True, text=True, check=True)
        for line in listing.stdout.splitlines():
            name, rest = line.split(": ", 1)
            symbol, kind = rest.split()[:2]
            found.append((name, symbol, kind))
    return found


def demangle(names):
    listing = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True)
    return dict(zip(names, listing.stdout.splitlines()))


def problems_of(isa, build, objects):
    """Weak symbols of the objects of one instruction set that other objects could be handed."""
    special = [o for o in objects if {f"tenon_kernels_{isa}.dir", f"tenon_kernels_{isa}_wide.dir"} & set(o.parts)]
    if not special:
        print(f"no {isa} kernels in this build", file=sys.stderr)
        return []
    weak = {}
    for file, symbol, kind in symbols(special):
        if kind == "W" and f"isa_{isa}" not in symbol and symbol not in HARMLESS:
            weak.setdefault(symbol, Path(file).relative_to(build))
    elsewhere = {symbol for _, symbol, _ in symbols([o for o in objects if o not in set(special)])} if weak else set()
    problems = []
    for symbol, readable in demangle(sorted(weak)).items():
        if symbol in elsewhere:
            problems.append(f"{weak[symbol]}: {readable}: also in other objects, its name lacks isa_{isa}")
        elif symbol.startswith(("_ZNSt", "_ZNKSt", "_ZSt")):
            problems.append(f"{weak[symbol]}: {readable}: a program that links tenon may call it too")
    return problems


def main():
    build = Path(sys.argv[1])
    objects = sorted(build.rglob("*.o"))
    return report([p for isa in ("avx2", "avx512") for p in problems_of(isa, build, objects)])


if __name__ == "__main__":
    sys.exit(main())
