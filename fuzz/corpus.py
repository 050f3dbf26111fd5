#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The inputs that fuzzing found, kept in corpus/NAME.tar.zst: each brings coverage that no other has.

usage: fuzz/corpus.py pack --build DIR --work DIR [TARGET...]    from a campaign, made as small as it goes;
                                                                 its turns go into ledger.tsv
       fuzz/corpus.py unpack --work DIR [TARGET...]              for a campaign to go on from
       fuzz/corpus.py run --build DIR [TARGET...]                every input once through NAME_smoke

The exit code of run is 1 when an input ends in a failure.
"""
import argparse
import io
import pathlib
import subprocess
import sys
import tarfile
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
KEPT = HERE / "corpus"
LEDGER = HERE / "ledger.tsv"
# Larger inputs are left out: they find little that a smaller one does not.
MOST_BYTES = 16 << 10
MOST_PACKED = 256 << 10


def zstd(data, *options):
    return subprocess.run(["zstd", "-q", "-c", *options], input=data, stdout=subprocess.PIPE, check=True).stdout


def packed(files):
    """A tar of the contents alone: names by their place, no owner, no time."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for number, data in enumerate(files):
            entry = tarfile.TarInfo(f"{number:04}")
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return zstd(out.getvalue(), "-19")


def minimised(build, name, corpus):
    """The contents of the inputs that bring something, smallest first."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([build / f"{name}_fuzzer", "-merge=1", f"-max_len={MOST_BYTES}", "-rss_limit_mb=2048", folder,
                        corpus], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        found = [path.read_bytes() for path in pathlib.Path(folder).iterdir()]
    return sorted(found, key=lambda data: (len(data), data))


def keep_turns(ledger):
    """Adds the turns of a campaign that are not in the ledger yet."""
    known = LEDGER.read_text().splitlines() if LEDGER.exists() else []
    fresh = [line for line in ledger.read_text().splitlines() if line not in known]
    LEDGER.write_text("".join(line + "\n" for line in known + fresh))


def pack(options):
    KEPT.mkdir(exist_ok=True)
    keep_turns(options.work / "ledger.tsv")
    for name in options.targets or sorted(path.name for path in (options.work / "corpus").iterdir()):
        files = minimised(options.build.resolve(), name, (options.work / "corpus" / name).resolve())
        data = packed(files)
        while len(data) > MOST_PACKED:
            files = files[:len(files) * MOST_PACKED // len(data) - 1]
            data = packed(files)
        (KEPT / f"{name}.tar.zst").write_bytes(data)
        print(f"{name}: {len(files)} inputs, {len(data)} bytes")


def unpack_into(name, folder):
    """The names of the files made: none where nothing is kept yet."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    if not (KEPT / f"{name}.tar.zst").exists():
        return made
    with tarfile.open(fileobj=io.BytesIO(zstd((KEPT / f"{name}.tar.zst").read_bytes(), "-d"))) as tar:
        for entry in tar:
            path = folder / f"kept-{pathlib.PurePosixPath(entry.name).name}"
            path.write_bytes(tar.extractfile(entry).read())
            made.append(path)
    return made


def kept(options):
    return options.targets or sorted(path.name.removesuffix(".tar.zst") for path in KEPT.glob("*.tar.zst"))


def unpack(options):
    for name in kept(options):
        unpack_into(name, options.work / "corpus" / name)


def run(options):
    failed, inputs = [], 0
    for name in kept(options):
        program = options.build.resolve() / f"{name}_smoke"
        if not program.exists():
            print(f"{name}: not run: its program is not part of this build")
            continue
        with tempfile.TemporaryDirectory() as folder:
            files = unpack_into(name, pathlib.Path(folder))
            inputs += len(files)
            if subprocess.run([program, *files], cwd=folder).returncode != 0:
                failed.append(name)
    print(f"{inputs} inputs; failed: {', '.join(failed) or 'none'}")
    return 1 if failed or not inputs else 0


def main():
    parser = argparse.ArgumentParser(description="inputs that fuzzing found", usage=__doc__)
    parser.add_argument("what", choices=["pack", "unpack", "run"])
    parser.add_argument("--build", type=pathlib.Path, default="build-fuzz/fuzz")
    parser.add_argument("--work", type=pathlib.Path, default="fuzz-campaign")
    parser.add_argument("targets", nargs="*")
    options = parser.parse_intermixed_args()
    return {"pack": pack, "unpack": unpack, "run": run}[options.what](options) or 0


if __name__ == "__main__":
    sys.exit(main())
