import { useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type Ref,
  type SyntheticEvent,
  useRef,
} from 'react'
import { missingImage } from './missing-image.ts'
import { useDrawnDiagrams } from './use-drawn-diagrams.ts'
import './page-text.css'
import './page-code.css'
import './page-blocks.css'
import './page-operation.css'
import './page-colors.css'

type Props = {
  html: string
  /** Title and lead, above the text. */
  children?: ReactNode
  className?: string
  ref?: Ref<HTMLElement>
}

/** The text of a page. Links within the dashboard go through the router; tabs and copying work by hand and key. */
export function PageText({ html, children, className, ref }: Props) {
  const router = useRouter()
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const tab = target.closest<HTMLElement>('[role="tab"]')
    const copy = target.closest<HTMLElement>('.code-copy')
    if (tab) choose(tab)
    else if (copy) void copyCode(copy)
    else follow(event, target.closest('a'), (to) => router.history.push(to))
  }
  return (
    <article
      className={clsx('prose page-text', className)}
      // As readers see it: from right to left if it begins so.
      dir="auto"
      ref={ref}
      onClick={onClick}
      onKeyDown={onTabKey}
      onErrorCapture={replaceMissingImage}
    >
      {children}
      <Body html={html} />
    </article>
  )
}

/** Drawn by our own markup, which lets nothing through that runs. Its own component, so that what a reader has opened stays open while the title around it changes. */
const Body = memo(({ html }: { html: string }) => {
  const body = useRef<HTMLDivElement>(null)
  useDrawnDiagrams(body, html)
  return <div className="page-body" ref={body} dangerouslySetInnerHTML={{ __html: html }} />
})

function follow(event: MouseEvent, link: HTMLAnchorElement | null, go: (to: string) => void): void {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const to = link?.getAttribute('href')
  if (!to || !/^\/[os]\//.test(to) || !isPlain) return
  event.preventDefault()
  go(to)
}

function choose(tab: HTMLElement): void {
  for (const one of tab.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? []) {
    const isChosen = one === tab
    one.setAttribute('aria-selected', String(isChosen))
    one.tabIndex = isChosen ? 0 : -1
    const panel = document.getElementById(one.getAttribute('aria-controls') ?? '')
    panel?.classList.toggle('is-open', isChosen)
  }
}

function replaceMissingImage({ target }: SyntheticEvent): void {
  if (!(target instanceof HTMLImageElement)) return
  const caption = target.closest('figure')?.querySelector('figcaption')?.textContent
  target.replaceWith(missingImage(target, caption))
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

function onTabKey(event: KeyboardEvent): void {
  const tab = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="tab"]') : null
  const step = steps[event.key]
  if (!tab || step === undefined) return
  const all = [...(tab.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
  const next = all[(all.indexOf(tab) + step + all.length) % all.length]
  if (!next) return
  event.preventDefault()
  choose(next)
  next.focus()
}

async function copyCode(button: HTMLElement): Promise<void> {
  const text = button.closest('.code')?.querySelector('pre')?.textContent ?? ''
  await navigator.clipboard?.writeText(text.replace(/\n$/, ''))
  button.classList.add('copied')
  setTimeout(() => button.classList.remove('copied'), 1500)
}
