// A bare node:http server that sends the bytes of a file: the upper limit of the machine.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [, , file = '', port = '0'] = process.argv
const payload = readFileSync(file)

createServer((_, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': payload.length,
  })
  response.end(payload)
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
