import { startOidcServer } from '#testing/oidc-server.ts'

/** An OpenID Connect provider in a process of its own: prints its issuer, and takes people as lines of JSON. */
const server = await startOidcServer()
process.stdout.write(`${server.issuer}\n`)
for await (const chunk of process.stdin)
  for (const line of String(chunk).split('\n').filter(Boolean)) {
    const [login, person] = JSON.parse(line) as Parameters<typeof server.people.set>
    server.people.set(login, person)
    process.stdout.write(`${login}\n`)
  }
await server.stop()
