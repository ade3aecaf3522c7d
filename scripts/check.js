// `npm run check`: types, lint, and the quick tests of what changed since the last commit, side by side.
import { spawn } from 'node:child_process';

const STEPS = {
  types: ['npm', 'run', '--silent', 'typecheck'],
  lint: ['npm', 'run', '--silent', 'lint'],
  tests: ['npm', 'test', '--silent', '--', '--changed', '--passWithNoTests'],
};

/** @returns whether the step passed; what it printed is shown where it failed. */
function run(name, [program, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += data;
      });
    }
    child.on('close', (code) => {
      if (code !== 0) process.stderr.write(output);
      console.log(`${name}: ${code === 0 ? 'passed' : 'failed'}`);
      resolve(code === 0);
    });
  });
}

const passed = await Promise.all(Object.entries(STEPS).map(([name, command]) => run(name, command)));
process.exitCode = passed.every(Boolean) ? 0 : 1;
