import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { bootstrap, createProject, endAfterTest } from '#testing/bootstrap.ts'

describe('npm start', () => {
  /** Writes a line per start; the behavior depends on the number of starts. */
  const service = (behavior: string) =>
    createProject({
      'src/bootstrap/build-all.mjs': '',
      'src/server/main.ts': `
        import { appendFileSync, readFileSync } from 'node:fs'
        appendFileSync('starts', '.')
        const starts = readFileSync('starts', 'utf8').length
        ${behavior}`,
    })

  test('starts a crashed service again, and says so', async () => {
    const project = service(`
      process.send('ready')
      if (starts === 1) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20)
      else { console.log('started again'); process.exit(0) }`)
    const { code, output } = await bootstrap(project, ['start'])
    expect(output).toMatch(/The service ended by SIGKILL. Restarting in 0.5 s.\nstarted again/)
    expect(code).toBe(0)
  })

  test('does not start a service again that refuses its settings or never got ready', async () => {
    const refused = await bootstrap(service(`process.send('ready', () => process.exit(2))`), ['start'])
    expect([refused.code, refused.output]).toEqual([2, expect.not.stringContaining('Restarting')])
    const unready = await bootstrap(service('process.exit(1)'), ['start'])
    expect([unready.code, unready.output]).toEqual([1, expect.not.stringContaining('Restarting')])
  })

  test('gives up on a service that keeps crashing', async () => {
    const program = `process.send('ready', () => process.exit(3))`
    const script = `
      import { supervise } from './src/bootstrap/supervise.mjs'
      process.exitCode = await supervise(['-e', ${JSON.stringify(program)}], { firstDelay: 1, maxRestarts: 2 })`
    const { code, output } = await bootstrap(createProject({ 'crashing.mjs': script }), [], {
      file: 'crashing.mjs',
    })
    expect(output.match(/Restarting/g)).toHaveLength(2)
    expect([code, output]).toEqual([3, expect.stringContaining('3 times within 10 minutes')])
  })

  test('passes a signal on and ends with the service', async () => {
    const project = service(`
      process.on('SIGTERM', () => { console.log('stopping'); process.exit(0) })
      setInterval(() => undefined, 1000)
      process.send('ready')
      process.kill(process.ppid, 'SIGTERM')`)
    const { code, output } = await bootstrap(project, ['start'])
    expect(output).toContain('stopping')
    expect(code).toBe(0)
  })
})

test('the service shuts down when the npm that started it is killed', async () => {
  const project = createProject({
    'src/bootstrap/build-all.mjs': '',
    'src/server/main.ts': `
      import { writeFileSync } from 'node:fs'
      process.on('SIGTERM', () => { writeFileSync('ended', ''); process.exit(0) })
      setInterval(() => undefined, 1000)
      writeFileSync('started', '')`,
  })
  const npm = `process.title = 'npm start'; require('node:child_process').spawn(process.execPath, ['src/bootstrap.mjs', 'start'])`
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  const npmProcess = spawn(process.execPath, ['-e', npm], { cwd: project, env })
  endAfterTest(npmProcess)
  await vi.waitUntil(() => existsSync(join(project, 'started')), { timeout: 50_000 })
  npmProcess.kill('SIGKILL')
  await vi.waitUntil(() => existsSync(join(project, 'ended')), { timeout: 50_000 })
})
