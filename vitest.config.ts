import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests of functions, without a database, a folder or a document. They share processes, whose starts would take longer. */
const pure = [
  'src/{contract,markup,published}/**/*.test.ts',
  'src/dashboard/features/!(editor)/**/*.test.ts',
  // The others render, count timers or need a database.
  'src/dashboard/components/{comments,condition,filter-bar,page-text,ui}/*.test.ts',
  'src/dashboard/components/*.test.ts',
  'src/dashboard/data/!(early-reads|event-kinds|offline-queue|unsaved-forms).test.ts',
  'src/dashboard/hooks/*.test.ts',
  'src/dashboard/lib/!(focus|shortcuts).test.ts',
]

/** Tests of operations, each file on a database of its own. They share processes too: a start loads the whole service. */
const operations = [
  'src/server/domain/**/*.test.ts',
  'src/server/{asking,auth,content,exporting,importing,publishing,scim,search,translating}/**/*.test.ts',
  // The others measure or end what a process has once.
  'src/server/http/!(database-outage|large-texts|metrics|slow-clients).test.ts',
  'src/testing/official-client/*.test.ts',
]

const limits = {
  pool: 'forks',
  // One more than processors: a test waits for the database a tenth of its time.
  maxWorkers: process.env.VITEST_MAX_WORKERS ?? availableParallelism() + 1,
  // For a machine that is busy with something else, too.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
} as const

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...limits,
          name: 'service',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...pure, ...operations],
          globalSetup: 'src/testing/global-setup.ts',
        },
      },
      {
        test: {
          ...limits,
          name: 'operations',
          include: operations,
          globalSetup: 'src/testing/global-setup.ts',
          isolate: false,
          // After the others, because a process is only used again for files of the same project.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...limits,
          name: 'pure',
          include: pure,
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
