// Compiles the program and Python's own library with the CPython that will run them. Arguments: pyodide.mjs; the folder
// of the program; the library as Pyodide has it, and where it is packed. Then the package that
// needs its sources, and names that are left out of the library, by commas.
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const [, , pyodide, folder, library, packed, readsItself, unneeded] = process.argv;
const { loadPyodide } = await import(pyodide);
const python = await loadPyodide();
const work = dirname(folder);
mkdirSync(dirname(packed), { recursive: true });
python.FS.mkdirTree("/work");
python.FS.mount(python.FS.filesystems.NODEFS, { root: work }, "/work");
copyFileSync(library, join(work, "library.zip"));
python.globals.set("names", python.toPy([basename(folder), readsItself, unneeded.split(",")]));
python.runPython(readFileSync(new URL("compile.py", import.meta.url), "utf8"));
copyFileSync(join(work, "compiled.zip"), packed);
