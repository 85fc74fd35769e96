import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('an event is a line of JSON with its level by name', () => {
  const [line] = linesOf('info', (log) => log.info({ port: 4400 }, 'Lectern listens.'))
  expect(line).toMatchObject({ level: 'info', port: 4400, msg: 'Lectern listens.' })
})

test('what is below the level is left out', () => {
  expect(linesOf('warn', (log) => log.info('A detail.'))).toEqual([])
})

test('credentials in headers do not reach the log', () => {
  const headers = { authorization: 'Bearer secret-1', cookie: 'session=secret-2', accept: '*/*' }
  const lines = linesOf('info', (log) => {
    log.info({ headers }, 'one')
    log.info({ req: { headers }, res: { headers: { 'set-cookie': 'session=secret-3' } } }, 'two')
  })
  expect(JSON.stringify(lines)).not.toContain('secret')
  expect(lines[0]).toMatchObject({ headers: { accept: '*/*' } })
})

function linesOf(level: string, act: (log: ReturnType<typeof createLog>) => void): unknown[] {
  const lines: string[] = []
  act(createLog({ level }, { write: (line: string) => void lines.push(line) }))
  return lines.map((line) => JSON.parse(line))
}
