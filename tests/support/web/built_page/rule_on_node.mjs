// Rules at each table with the files that make browser has built, on node. Arguments: their folder, ruled.py, and a
// file with the tables; what is ruled is written to standard output.
import { readFileSync } from "node:fs";

const [, , site, script, tables] = process.argv;
const { loadPyodide } = await import(`${site}/python/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${site}/python/` });
python.unpackArchive(new Uint8Array(readFileSync(`${site}/program.zip`)), "zip", { extractDir: "/program" });
python.runPython("import sys; sys.path.insert(0, '/program')");
python.runPython(readFileSync(script, "utf8"));
process.stdout.write(python.globals.get("ruled")(readFileSync(tables, "utf8")));
