// The goals of README.md as data: the figures they compare, their limits, and what keeps them from being better.

/** A figure that a benchmark records, with the limit it has to keep; without one it is only reported. */
export type Target = {
  readonly figure: string
  readonly unit: string
  readonly atLeast?: number
  readonly atMost?: number
}

export type Goal = {
  readonly goal: string
  readonly targets: readonly Target[]
  readonly command: string
  /** What limits it now: text for the last column, to be checked when a figure changes. */
  readonly limit: string
}

const atLeast = (figure: string, limit: number, unit = ''): Target => ({ figure, unit, atLeast: limit })
const atMost = (figure: string, limit: number, unit = ''): Target => ({ figure, unit, atMost: limit })
const reported = (figure: string, unit = ''): Target => ({ figure, unit })

export const goals: readonly Goal[] = [
  {
    goal: 'a list of 50 spaces as fast as before, 12,803 a second',
    targets: [atLeast('lists', 12_803, ' a second'), reported('list CPU', ' ms of processor time')],
    command: 'node bench/writes.ts',
    limit: 'writing to the socket',
  },
  {
    goal: 'a single object 5,000 times a second, 0.15 of a bare server',
    targets: [
      atLeast('gets', 5000, ' a second'),
      atLeast('gets, of bare', 0.15, ' of a bare server'),
      reported('get CPU', ' ms of processor time'),
    ],
    command: 'node bench/writes.ts',
    limit: 'one shared query for requests that arrive together',
  },
  {
    goal: 'a title patched 800 times a second',
    targets: [atLeast('patches', 800, ' a second'), reported('patch CPU', ' ms of processor time')],
    command: 'node bench/writes.ts',
    limit: 'both cores',
  },
  {
    goal: 'half as often as a bare `UPDATE`',
    targets: [atLeast('patches, of bare', 0.5)],
    command: 'node bench/writes.ts',
    limit:
      'the audit and change events in the same transaction, HTTP and permissions around it; 0.5 would leave 0.4 ms for all of them',
  },
  {
    goal: '500 new spaces a second',
    targets: [atLeast('creates', 500, ' a second'), reported('create CPU', ' ms of processor time')],
    command: 'node bench/writes.ts',
    limit: 'both cores, eight statements',
  },
  {
    goal: '500 searches a second for a word in 5% of 10,000 pages, 10 ms alone',
    targets: [
      atLeast('searches', 500, ' a second'),
      atMost('search alone', 10, ' ms'),
      reported('search CPU', ' ms of processor time'),
    ],
    command: 'BENCH_PAGES=10000 node bench/search.ts',
    limit: 'ranking in PostgreSQL',
  },
  {
    goal: 'a published page as often as from a bare server',
    targets: [
      atLeast('published, of bare', 1),
      reported('published', ' a second'),
      reported('published CPU', ' ms of processor time'),
      reported('published CPU of bare', ' ms of a bare server'),
    ],
    command: 'node bench/reader.ts',
    limit: 'the query that asks whether the site changed, shared by requests that arrive together',
  },
  {
    goal: '10,000 pages imported in 30 s, merged in 10 s, others wait 200 ms at most',
    targets: [
      atMost('import', 30, ' s'),
      atMost('merge', 10, ' s'),
      atMost('import, longest wait', 200, ' ms'),
    ],
    command: 'node bench/imports.ts --only small',
    limit: 'one worker in the Markdown parser; indexes of words',
  },
  {
    goal: 'the same with at most 500 MB',
    targets: [atMost('import, memory', 500, ' MB')],
    command: 'node bench/imports.ts --only small',
    limit: 'parsed parts until they are stored',
  },
  {
    goal: '200 new pages a second, one by one',
    targets: [atLeast('new pages', 200, ' a second')],
    command: 'node bench/imports.ts --only pages',
    limit: 'both cores',
  },
  {
    goal: 'the first `llms-full.txt` of 2 MB in 1 s',
    targets: [atMost('llms-full.txt', 1, ' s')],
    command: 'node bench/imports.ts --only llms',
    limit: '',
  },
  {
    goal: 'the first rows of the library in 400 ms, cold; 8 scripts of 150 kB, 15 requests, 4 of them to the API',
    targets: [
      atMost('first rows, cold', 400, ' ms'),
      atMost('scripts', 8, ' scripts'),
      atMost('scripts, kB', 150, ' kB'),
      atMost('requests', 15, ' requests'),
      atMost('API requests', 4, ' to the API'),
    ],
    command: 'node bench/first-view.ts',
    limit: 'react-dom is a third of the scripts',
  },
  {
    goal: 'the same warm; at a quarter of the speed, cold and warm; on a slow line, cold and warm',
    targets: [
      reported('first rows, warm', ' ms'),
      reported('first rows, cold, slow processor', ' ms'),
      reported('first rows, warm, slow processor', ' ms'),
      reported('first rows, cold, slow line', ' ms'),
      reported('first rows, warm, slow line', ' ms'),
    ],
    command: 'node bench/first-view.ts',
    limit: '',
  },
  {
    goal: 'from a row to its details in 50 ms after a hover: space, site, member, change request',
    targets: ['spaces', 'sites', 'members', 'changes'].map((list) => atMost(`details, ${list}`, 50, ' ms')),
    command: 'node bench/details.ts',
    limit: 'rendering the view, and painting it without a GPU',
  },
  {
    goal: '1,000 windows get every event within 200 ms while ten people write',
    targets: [
      atMost('events, longest', 200, ' ms'),
      atLeast('events arrived', 100, '%'),
      reported('event CPU', ' µs per window and write'),
    ],
    command: 'node bench/windows.ts',
    limit: '60 ms in which changes are gathered',
  },
  {
    goal: 'a second start in 1 s',
    targets: [atMost('second start', 1000, ' ms'), atMost('second start with npm', 1000, ' ms with npm')],
    command: 'npm run bench -- start; npm run bench -- fresh-clone',
    limit: '500 routes, loading code, npm',
  },
  {
    goal: '150 MB when idle',
    targets: [atMost('idle memory', 150, ' MB')],
    command: 'npm run bench -- start',
    limit: '',
  },
  {
    goal: '250 MB after a heavy run',
    targets: [atMost('memory after', 250, ' MB'), reported('memory at the end', ' MB at its end')],
    command: 'npm run bench',
    limit: 'caches with bounds',
  },
  {
    goal: 'a first start in 45 s',
    targets: [atMost('first start', 45, ' s')],
    command: 'npm run bench -- fresh-clone',
    limit: '`npm ci`, most of it creating 38,000 files',
  },
  {
    goal: '450 packages, 450 MB',
    targets: [atMost('packages', 450), atMost('packages, MB', 450, ' MB')],
    command: 'npm run bench -- fresh-clone',
    limit: 'libraries of their fields',
  },
]
