// Compiles every module below a folder with the CPython that will run it. Arguments: pyodide.mjs, the folder, and
// the packages in it whose sources are left out.
const [, , pyodide, folder, ...sourceless] = process.argv;
const { loadPyodide } = await import(pyodide);
const python = await loadPyodide();
python.FS.mkdirTree("/program");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/program");
python.globals.set("sourceless", python.toPy(sourceless));
const compiled = python.runPython(`
from compileall import compile_dir
from pathlib import Path
from py_compile import PycInvalidationMode
how = {"quiet": 1, "stripdir": "/program", "invalidation_mode": PycInvalidationMode.UNCHECKED_HASH}
compiled = compile_dir("/program", **how)
for package in sourceless:
    compiled = compile_dir(f"/program/{package}", legacy=True, **how) and compiled
    for source in Path("/program", package).rglob("*.py"):
        source.unlink()
    for beside in Path("/program", package).rglob("__pycache__/*"):
        beside.unlink()
bool(compiled)
`);
process.exit(compiled ? 0 : 1);
