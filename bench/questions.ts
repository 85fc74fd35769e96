// Asks 100 questions about published documentations and counts how often the right page is first, and in the top three:
// node bench/questions.ts fluentd=<folder> filecoin=<folder> documentation=<folder>
// The questions are in bench/questions: the words of a reader, a tab, and the paths of the pages that answer them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { openDatabase } from '#server/db/client.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { settle } from '#testing/query-plans.ts'
import { machineLabel } from './measure.ts'
import { processorTime } from './processor-time.ts'
import { publishDocumentation } from './publish-documentation.ts'
import { type BenchService, startBenchService } from './service.ts'

type Question = { readonly text: string; readonly pages: readonly string[] }
type Answer = Question & { readonly position: number; readonly first: string }
type SearchResponse = { readonly pages: readonly { readonly href: string }[] }

const TOP = 3
const WARM_UP_ROUNDS = 4
const ROUNDS = 5
const json = { headers: { accept: 'application/json' } }

const questionsOf = (name: string): readonly Question[] =>
  readFileSync(join(import.meta.dirname, 'questions', `${name}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [text = '', pages = ''] = line.split('\t')
      return { text, pages: pages.split(',').map((page) => page.trim()) }
    })

/** The path at which a page is served; an address of a page can redirect. */
async function servedPaths(site: string, pages: readonly string[]): Promise<readonly string[]> {
  const responses = await Promise.all(pages.map((page) => fetch(`${site}${page}`)))
  const paths = responses.filter(({ ok }) => ok).map(({ url }) => new URL(url).pathname)
  if (paths.length === 0) throw new Error(`${pages.join(', ')} is not a page of ${site}`)
  return paths
}

async function answerTo(site: string, { text, pages }: Question): Promise<Answer> {
  const right = await servedPaths(site, pages)
  const response = await fetch(`${site}~search?${new URLSearchParams({ q: text })}`, json)
  const { pages: found }: SearchResponse = await response.json()
  const position = found.findIndex(({ href }) => right.includes(href)) + 1
  return { text, pages, position, first: found[0]?.href ?? 'nothing' }
}

/** Milliseconds of processor time of the service and the database for a question. */
async function costOf(service: BenchService, site: string, questions: readonly Question[]): Promise<number> {
  const askAll = async (times: number) => {
    for (let round = 0; round < times; round++)
      for (const { text } of questions)
        await (await fetch(`${site}~search?${new URLSearchParams({ q: text })}`, json)).text()
  }
  await askAll(WARM_UP_ROUNDS)
  const before = processorTime(service)
  await askAll(ROUNDS)
  const after = processorTime(service)
  const spent = after.service - before.service + after.database - before.database
  return spent / Math.max(1, questions.length * ROUNDS)
}

const service = await startBenchService()
const postgres = await startPostgres({ dataDir: service.dataDir, log: pino({ level: 'silent' }) })
const { db, close } = openDatabase(postgres.connectionString)
try {
  const lines = [
    machineLabel(),
    '',
    `| Documentation | questions | first | in the top ${TOP} | CPU ms |`,
    '| --- | --: | --: | --: | --: |',
  ]
  const all: Answer[] = []
  for (const argument of process.argv.slice(2)) {
    const [name = '', folder = ''] = argument.split(/=(.*)/s)
    const site = await publishDocumentation(service, folder)
    await settle(db)
    const questions = questionsOf(name)
    const answers: Answer[] = []
    for (const question of questions) answers.push(await answerTo(site, question))
    for (const { text, pages, position, first } of answers)
      if (position !== 1) console.error(`· ${position || '-'} ${text}: ${pages.join(' or ')}, not ${first}`)
    lines.push(`| ${name} | ${rowOf(answers)} | ${(await costOf(service, site, questions)).toFixed(1)} |`)
    all.push(...answers)
  }
  lines.push(`| all | ${rowOf(all)} | |`)
  console.log(lines.join('\n'))
} finally {
  await close()
  await postgres.stop()
  await service.stop()
}

function rowOf(answers: readonly Answer[]): string {
  const first = answers.filter(({ position }) => position === 1).length
  const top = answers.filter(({ position }) => position > 0 && position <= TOP).length
  return `${answers.length} | ${first} | ${top}`
}
