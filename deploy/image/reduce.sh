#!/bin/sh
# Removes what only building the page needs, and what is never read at run time, from an installation whose page
# is built. Runs in the folder of package.json.
set -eu

[ -f dist-page/index.html ] || { echo 'The page is not built.' >&2; exit 1; }
npm pkg delete workspaces scripts.prepare scripts.dependencies
npm prune --omit=dev --omit=optional --ignore-scripts
# Licences stay.
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \
  -o -iname 'readme*.md' -o -iname 'changelog*.md' -o -iname 'history.md' \) -delete
# What nothing here loads of the protocol's packages: CommonJS, and validators for other platforms.
find node_modules/@modelcontextprotocol -type f \( -name '*.cjs' -o -name 'cfWorker*' \) -delete
# Builds of the writer of DOCX files for other ways of loading it.
find node_modules/docx/dist -type f ! -name 'index.mjs' ! -name 'html.mjs' -delete
# Tests, sources and builds for browsers, which packages bring along.
rm -rf node_modules/bintrees/test node_modules/fastify/test node_modules/mammoth/test node_modules/zod/src \
  node_modules/mammoth/mammoth.browser*.js
# Builds of the judge's runtime for other systems and processors.
find node_modules/onnxruntime-node/bin -mindepth 3 -maxdepth 3 -type d \
  ! -path "*/linux/$(node -p process.arch)" -exec rm -rf {} +
# Larger tables of languages than the one that is read.
find node_modules/eld/src/ngrams -type f ! -name 'extrasmall.js' -delete
rm -rf web scripts runtime/node_modules runtime/package-lock.json
