// Measures in Chromium how long clicking a row takes until what it opens is painted, with its data. The time starts when
// the button is released, which is when a link opens: how long someone holds it down is not Lectern's.
// node bench/details.ts [--only spaces,sites,members,changes]
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { sql } from 'kysely'
import pino from 'pino'
import { api } from '#contract/api.ts'
import { openDatabase } from '#server/db/client.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { launchOptions } from '../e2e/browser.ts'
import { record } from './goals/record.ts'
import { machineLabel } from './measure.ts'
import { seedPagedSpace } from './seed.ts'
import { account, type BenchService, startBenchService } from './service.ts'

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const only = values.only?.split(',')
const rounds = Number(process.env.BENCH_ROUNDS ?? 20)
const rowCount = 12
/** How long the pointer rests on a row before the press; a quick hand takes 100 to 200 ms. */
const HOVER_MS = 150

/** A list, the name of its rows, and a text that what they open shows only with its data. */
type List = {
  readonly key: string
  readonly name: string
  readonly path: string
  readonly rowAt: (nth: number) => string
  readonly shows: (nth: number) => string
}

async function seedLists(service: BenchService): Promise<readonly List[]> {
  const { call } = service
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench' } })
  const params = { organizationId }
  let last = ''
  for (let i = 0; i < rowCount; i++) {
    const { spaceId } = await seedPagedSpace(call, organizationId, 1, 5)
    last = spaceId
    await call(api.spaces.update, { params: { spaceId }, body: { title: `Space ${i}` } })
    const { id: siteId } = await call(api.sites.create, { params, body: { title: `Site ${i}` } })
    const section = { spaceId, title: `Pages of ${i}` }
    await call(api.siteSections.create, { params: { ...params, siteId }, body: section })
  }
  for (let i = 0; i < rowCount; i++) await proposePage(service, last, i)
  await addMembers(service, organizationId)
  return [
    {
      key: 'spaces',
      name: 'library → space',
      path: `/o/${organizationId}/library`,
      rowAt: (nth) => `Space ${nth}`,
      shows: () => 'Folder 0',
    },
    {
      key: 'sites',
      name: 'sites → site',
      path: `/o/${organizationId}/sites`,
      rowAt: (nth) => `Site ${nth}`,
      shows: (nth) => `Pages of ${nth}`,
    },
    {
      key: 'members',
      name: 'members → member',
      path: `/o/${organizationId}/members`,
      rowAt: (nth) => `Person ${nth}`,
      shows: () => 'Space 3',
    },
    {
      key: 'changes',
      name: 'change requests → change request',
      path: `/s/${last}/changes`,
      rowAt: (nth) => `Change ${nth}`,
      shows: (nth) => `Added by ${nth}`,
    },
  ]
}

async function proposePage({ call }: BenchService, spaceId: string, nth: number): Promise<void> {
  const { id: changeRequestId } = await call(api.changeRequests.create, {
    params: { spaceId },
    body: { subject: `Change ${nth}` },
  })
  const params = { spaceId, changeRequestId }
  await call(api.changeRequests.update, { params, body: { status: 'open' } })
  await call(api.changeRequestContent.edit, {
    params,
    body: {
      changes: [{ operation: 'insert_page', title: `Added by ${nth}`, document: { markdown: 'A text.' } }],
    },
  })
}

/** Inserted directly: the API invites people by email. */
async function addMembers({ dataDir }: BenchService, organizationId: string): Promise<void> {
  const postgres = await startPostgres({ dataDir, log: pino({ level: 'silent' }) })
  const { db, close } = openDatabase(postgres.connectionString)
  try {
    await sql`insert into user_account (id, email, display_name, created_at, updated_at)
      select 'person' || n, 'person' || n || '@example.org', 'Person ' || n, now(), now()
      from generate_series(0, ${rowCount - 1}::int) n`.execute(db)
    await sql`insert into member (organization_id, user_id, role, joined_at)
      select ${organizationId}, 'person' || n, 'edit', now()
      from generate_series(0, ${rowCount - 1}::int) n`.execute(db)
  } finally {
    await close()
    await postgres.stop()
  }
}

type Opening = { readonly nth: number; readonly isHovered: boolean }

/** Milliseconds from the release of the button, as the browser received it, until a frame with the text was painted. */
async function open(page: Page, list: List, { nth, isHovered }: Opening): Promise<number> {
  await page.goto(list.path)
  const row = page.locator('main').getByText(list.rowAt(nth), { exact: true }).first()
  await row.waitFor()
  await page.waitForLoadState('networkidle')
  const box = await row.boundingBox()
  if (box === null) throw new Error(`${list.rowAt(nth)} is not visible`)
  await page.evaluate((text) => {
    const start = location.pathname
    const took = new Promise<number>((resolve) => {
      const watch = ({ timeStamp: from }: Event) => {
        const look = () => {
          const isThere =
            location.pathname !== start && document.querySelector('main')?.textContent?.includes(text)
          // This frame shows it; the timer runs once it is painted.
          if (isThere) setTimeout(() => resolve(performance.now() - from))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }
      addEventListener('pointerup', watch, { once: true, capture: true })
    })
    Object.assign(globalThis, { took })
  }, list.shows(nth))
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 })
  if (isHovered) await page.waitForTimeout(HOVER_MS)
  await page.mouse.down()
  await page.mouse.up()
  return page.evaluate(() => (globalThis as unknown as { took: Promise<number> }).took)
}

async function signedIn(context: BrowserContext): Promise<Page> {
  await context.request.post('/auth/sign-in', { headers: { 'x-lectern': '1' }, data: account })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  return page
}

/** The row of the table. The first round loads what later ones have in the cache of the browser. */
async function measure(page: Page, list: List, isHovered: boolean): Promise<string> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const time = await open(page, list, { nth: round % rowCount, isHovered })
    if (round > 0) times.push(time)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)
  if (isHovered) record({ [`details, ${list.key}`]: at(0.5) })
  return `| ${list.name} | ${isHovered ? `${HOVER_MS} ms` : 'none'} | ${at(0.5)} | ${at(0.9)} |`
}

const service = await startBenchService()
const browser = await chromium.launch(launchOptions)
try {
  const lists = (await seedLists(service)).filter(({ key }) => only === undefined || only.includes(key))
  const viewport = { width: 1440, height: 900 }
  const page = await signedIn(await browser.newContext({ baseURL: service.baseUrl, viewport }))
  const lines: string[] = []
  for (const list of lists) {
    for (const isHovered of [true, false]) {
      lines.push(await measure(page, list, isHovered))
      console.error(`· ${lines.at(-1)}`)
    }
  }
  const head = ['| | hover before the press | p50 ms | p90 ms |', '| --- | --: | --: | --: |']
  console.log([machineLabel(`${rounds} rounds`), '', ...head, ...lines].join('\n'))
} finally {
  await browser.close()
  await service.stop()
}
