import type { Service } from '../context.ts'
import { type Answer, found, html } from './answers.ts'
import { type Bodies, type Body, bodyOf, newBodies } from './bodies.ts'
import { doorOf } from './doors.ts'
import { type Kept, receive, unlock } from './gate.ts'
import { type Insights, openInsights, readerCookie } from './insights.ts'
import type { Asker, Told, Voted } from './insights-told.ts'
import { markdownOfPage } from './markdown.ts'
import { offersMarkdown } from './markdown-offered.ts'
import { printNotFound } from './not-found.ts'
import { printPage } from './page.ts'
import { pdfAt } from './pdf.ts'
import { previewedState } from './preview.ts'
import { basenameNow } from './queries.ts'
import type { Question } from './question.ts'
import type { ReaderFiles } from './reader-files.ts'
import { redirectAt } from './redirects.ts'
import { hrefOfPlace, type Place, placeAt } from './resolve.ts'
import { special } from './special.ts'
import { siteStates, stateFor } from './state.ts'
import { printThanks } from './thanks.ts'
import { basePathOf, decodedPath, isForSome, pathBefore, siteUrls, type Visit, withQuery } from './visit.ts'

/** The published sites of a service; undefined for a site that is not there for the visitor. */
export type Sites = {
  readonly ask: (question: Question) => Promise<Answer | undefined>
  /** Takes the password of a share link, and leads to a path below the site. */
  readonly unlock: (question: Question, password: string, to: string) => Promise<Answer | undefined>
  /** The same of a site that is shown in looks nobody has saved, by the key it was given. */
  readonly askPreview: (key: string, question: Question) => Promise<Answer | undefined>
  /** Takes what the script of a page tells; undefined where the reader may not read the site. */
  readonly hear: (question: Question, asker: Asker, told: Told) => Promise<Heard | undefined>
  /** Takes what a reader thinks of the page at a path; undefined where they may not read it, or it is not there. */
  readonly vote: (question: Question, asker: Asker, at: string, voted: Voted) => Promise<Voting | undefined>
  readonly insights: Insights
  readonly bodies: Bodies
}

export type Heard = { readonly keep: readonly Kept[]; readonly path: string }

/** What a reader without the script is shown after they voted. */
export type Voting = { readonly html: string }

/** Opens the published sites; what is made for readers is kept with what is returned. */
export function openSites(
  service: Pick<Service, 'db' | 'urls' | 'now' | 'newId' | 'log'>,
  files: ReaderFiles,
): Sites {
  const { db, now } = service
  const stateOf = siteStates(db)
  const bodies = newBodies()
  const insights = openInsights(service)

  /** The site for a reader who may read it. */
  async function enter(question: Question): Promise<Visit | undefined> {
    const urls = siteUrls(service.urls, question)
    const state = await stateOf({ basename: question.basename })
    if (state === null) return undefined
    const entry = await receive({ db, urls, now, state }, question)
    return entry.kind === 'enter' ? { db, urls, state: stateFor(state, entry.visitor), files } : undefined
  }

  return {
    bodies,
    insights,
    async hear(question, asker, told) {
      const visit = await enter(question)
      if (visit === undefined) return undefined
      const keep = await insights.note(visit, asker, question.cookies[readerCookie], told)
      return { keep, path: basePathOf(visit) || '/' }
    },
    async vote(question, asker, at, voted) {
      const visit = await enter(question)
      if (visit === undefined) return undefined
      const place = await insights.vote(visit, asker, question.cookies[readerCookie], at, voted)
      return place?.node === undefined ? undefined : { html: await printThanks(visit, place, voted) }
    },
    async ask(question) {
      const urls = siteUrls(service.urls, question)
      const state = await stateOf({ basename: question.basename })
      if (state === null) return movedSite(service, question)
      const entry = await receive({ db, urls, now, state }, question)
      if (entry.kind === 'nothing') return undefined
      if (entry.kind === 'onward') {
        return { ...entry, kind: 'redirect', status: 302, path: basePathOf({ urls, state }) || '/' }
      }
      if (entry.kind !== 'enter') return doorOf({ db, urls, state, files }, entry, question)
      const visit = { db, urls, state: stateFor(state, entry.visitor), files }
      const made = marked(visit, await answer(visit, bodies, question))
      if (made.kind === 'body' && made.happening && question.asker) {
        // Nobody waits for a count, and none that fails keeps a page from its reader.
        const cookie = question.cookies[readerCookie]
        insights
          .note(visit, question.asker, cookie, made.happening)
          .catch((error) => service.log.warn({ err: error }, 'what happened on a site could not be counted'))
      }
      return made
    },
    async unlock(question, password, to) {
      const urls = siteUrls(service.urls, question)
      const state = await stateOf({ basename: question.basename })
      if (state === null) return undefined
      const entry = await unlock({ db, urls, now, state }, question, password, to)
      if (entry.kind === 'locked' || entry.kind === 'ended') {
        return doorOf({ db, urls, state, files }, entry, { path: `/${to}`, isWrong: true })
      }
      if (entry.kind !== 'onward') return undefined
      return { ...entry, kind: 'redirect', status: 303, path: basePathOf({ urls, state }) || '/' }
    },
    async askPreview(key, question) {
      const state = await previewedState(db, key, now())
      if (state === null) return undefined
      const urls = { ...siteUrls(service.urls), under: `/preview/${key}` }
      const made = await answer({ db, urls, state, files }, bodies, question)
      return made.kind === 'body' ? { ...made, isHidden: true, isPrivate: true } : made
    },
  }
}

/** A site that had this name leads to the one it has now. */
async function movedSite(
  { db, urls }: Pick<Service, 'db' | 'urls'>,
  { basename, path, query }: Question,
): Promise<Answer | undefined> {
  const now = await basenameNow(db, basename)
  if (now === undefined) return undefined
  return { kind: 'redirect', href: withQuery(`${pathBefore(urls)}/sites/${now}${path}`, query) }
}

/** What is not public is not to be found, and what is not the same for all is not to be kept. */
function marked(visit: Visit, made: Answer): Answer {
  if (made.kind !== 'body') return made
  const isHidden = made.isHidden === true || visit.state.shape.structure.site.visibility !== 'public'
  return { ...made, isHidden, isPrivate: isForSome(visit) }
}

async function answer(visit: Visit, bodies: Bodies, question: Question): Promise<Answer> {
  const path = decodedPath(question.path)
  if (path === null) return missing(visit, '')
  if (question.path === '') return { kind: 'redirect', href: `${basePathOf(visit)}/` }
  return (
    (await special(visit, bodies, path, question)) ??
    (await page(visit, bodies, path, question)) ??
    (await pdf(visit, path)) ??
    (await redirected(visit, path, question)) ?? {
      ...(await missing(visit, path)),
      happening: { type: 'page_not_found', path: question.path },
    }
  )
}

/** A page, its Markdown, or the way to where it is now. */
async function page(
  visit: Visit,
  bodies: Bodies,
  path: string,
  { path: asked, query }: Question,
): Promise<Answer | undefined> {
  const isMarkdown = path.endsWith('.md') && !(await isPage(visit, path))
  const place = await placeAt(visit, isMarkdown ? path.slice(0, -3) : path)
  if (place === undefined) return undefined
  if (isMarkdown && !(place.node?.entry.type === 'document' && offersMarkdown(visit))) return undefined
  const href = isMarkdown ? markdownHref(place) : hrefOfPlace(place)
  if (href !== basePathOf(visit) + asked) return { kind: 'redirect', href: withQuery(href, query) }
  return isMarkdown ? markdown(visit, place) : found(await printed(visit, bodies, place))
}

/** A page on paper, at the address of the page with `.pdf` behind it. */
async function pdf(visit: Visit, path: string): Promise<Answer | undefined> {
  const place = path.endsWith('.pdf') ? await placeAt(visit, path.slice(0, -4)) : undefined
  const found = place && pdfAt(visit, place)
  return found && { kind: 'pdf', ...found }
}

/** Where a redirect of the site leads; it takes what was asked behind the path along, unless it leaves the site. */
async function redirected(visit: Visit, path: string, { query }: Question): Promise<Answer | undefined> {
  const way = await redirectAt(visit, path)
  if (way === undefined) return undefined
  const href = way.isOutside ? way.href : withQuery(way.href, query)
  return { kind: 'redirect', href, status: way.isPermanent ? 308 : 307 }
}

/** A page whose own path ends so is a page first of all. */
async function isPage(visit: Visit, path: string): Promise<boolean> {
  const place = await placeAt(visit, path)
  return place?.node?.path?.endsWith('.md') ?? false
}

const markdownHref = ({ view, node }: Place): string => `${node ? view.longHrefOf(node) : view.root}.md`

async function markdown(visit: Visit, { view, node }: Place): Promise<Answer | undefined> {
  if (node === undefined) return undefined
  const text = await markdownOfPage(visit, view, node)
  const body = bodyOf('text/markdown; charset=utf-8', text)
  return { ...found(body), isHidden: true, canonical: hrefOfPlace({ view, node }) }
}

function printed(visit: Visit, bodies: Bodies, { view, node }: Place): Promise<Body> {
  const make = async () => {
    const { html: text, dependsOnOthers } = await printPage(visit, view, node)
    return { type: html, text, dependsOnOthers }
  }
  return bodies.get(`${view.key} ${node?.entry.id ?? ''}`, visit.state.headsStamp, make)
}

async function missing(visit: Visit, path: string): Promise<Extract<Answer, { kind: 'body' }>> {
  return { kind: 'body', status: 404, body: bodyOf(html, await printNotFound(visit, path)), isHidden: true }
}
