// Runs on_node.py with the CPython that is in a package of npm. Its arguments: the folder of that
// package, the folder of this project, those of packages with colons between, and what on_node.py
// is given.
const [, , cpython, project, folders, ...given] = process.argv;
const { loadPyodide } = await import(`${cpython}/pyodide.mjs`);
const python = await loadPyodide({ args: ["-B"] });
python.FS.mkdirTree(project);
python.FS.mount(python.FS.filesystems.NODEFS, { root: project }, project);
const parts = { project, folders, given };
python.globals.set("parts", python.toPy(parts));
process.exitCode = 1;
try {
  process.exitCode = python.runPython(`
import os, sys
os.chdir(parts["project"])
sys.path[:0] = [parts["project"], *parts["folders"].split(":")]
from tests.next_python.on_node import main
main(parts["given"])
`);
} catch (problem) {
  console.error(problem.message);
}
