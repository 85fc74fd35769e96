// Runs the embedded PostgreSQL in a separate process, for tests that kill that process:
// prints one line of JSON when it is up, and stops it when standard input ends.
import { pathToFileURL } from 'node:url'

const [dataDir = '', embedded = ''] = process.argv.slice(2)
const log = { info: () => undefined, warn: () => undefined, debug: () => undefined }
const { startPostgres }: typeof import('#server/db/embedded.ts') = await import(pathToFileURL(embedded).href)
const { adopted, connectionString, pid, stop } = await startPostgres({ dataDir, log })
process.stdout.write(`${JSON.stringify({ adopted, connectionString, pid })}\n`)
process.stdin.resume().on('end', stop)
