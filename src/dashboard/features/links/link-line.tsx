import { Check, CircleAlert, ExternalLink, EyeOff, Link2, Unlink, Wrench } from 'lucide-react'
import type { LinkSuggestion, PlacedLink } from '#contract/content-links.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../components/ui/menu.tsx'
import { words } from '../../lib/words.ts'
import type { Mending } from './mending.ts'

type Props = {
  link: PlacedLink
  /** The link may be changed, live or in a change request. */
  mayMend: boolean
  isBusy: boolean
  /** How many others have the same address. */
  likeIt: number
  isIgnored: boolean
  onMend: (mending: Mending, all: boolean) => void
  onIgnore: () => void
}

const marks = { ok: Check, broken: CircleAlert, 'in-app': Link2 } as const
const states = { ok: 'Works', broken: 'Broken', 'in-app': 'Into the app' } as const
const reasons: Readonly<Record<LinkSuggestion['reason'], string>> = {
  moved: 'stood there before',
  'same-name': 'has that name',
  'similar-name': 'has a similar name',
}

/** One link of a page: its words, where it leads, and the ways to mend it. */
export function LinkLine(props: Props) {
  const { link, mayMend, isBusy, likeIt, onMend } = props
  const [first] = link.suggestions ?? []
  return (
    <li className="lk-line">
      <span className={link.status === 'broken' ? 'status status-danger' : 'status'}>
        <Icon of={link.status === 'ok' && isOutside(link.url) ? ExternalLink : marks[link.status]} size="s" />
        <span className="sr">{states[link.status]}</span>
      </span>
      <div className="lk-what">
        <span className="truncate">
          {link.text || (link.index === undefined ? 'Set in the page’s settings' : 'Without words')}
        </span>
        <span className="mono faint meta truncate">{leadsTo(link)}</span>
      </div>
      {link.status === 'broken' && mayMend && link.index !== undefined && (
        <div className="lk-acts">
          {first && (
            <Button
              look="line"
              size="small"
              icon={Wrench}
              aria-busy={isBusy}
              title={`${words.quoted(first.title)} ${reasons[first.reason]}`}
              onClick={() => onMend({ href: first.href }, false)}
            >
              <span className="lk-fix">Link to {words.quoted(first.title)}</span>
            </Button>
          )}
          <More {...props} />
        </div>
      )}
      {likeIt > 0 && link.status === 'broken' && <span className="sr">{likeIt} more like it</span>}
    </li>
  )
}

function More({ link, likeIt, isIgnored, onMend, onIgnore }: Props) {
  const [first, ...others] = link.suggestions ?? []
  return (
    <Menu
      trigger={
        <Button size="small" aria-label={`More ways to fix ${words.quoted(link.text || link.url)}`}>
          {first ? 'More' : 'Fix'}
        </Button>
      }
    >
      {others.length > 0 && <MenuLabel>Link instead to</MenuLabel>}
      {others.map((one) => (
        <MenuItem key={one.href} icon={Wrench} onSelect={() => onMend({ href: one.href }, false)}>
          {one.title}
          {one.path && <span className="faint"> /{one.path}</span>}
        </MenuItem>
      ))}
      {others.length > 0 && <MenuSeparator />}
      {first && likeIt > 0 && (
        <MenuItem icon={Wrench} onSelect={() => onMend({ href: first.href }, true)}>
          Fix all {likeIt + 1} like it
        </MenuItem>
      )}
      {link.removable && (
        <MenuItem icon={Unlink} onSelect={() => onMend('unlink', false)}>
          Remove the link, keep its words
        </MenuItem>
      )}
      {link.removable && likeIt > 0 && (
        <MenuItem icon={Unlink} onSelect={() => onMend('unlink', true)}>
          Remove all {likeIt + 1} like it
        </MenuItem>
      )}
      <MenuItem icon={EyeOff} onSelect={onIgnore}>
        {isIgnored ? 'Show again' : 'Ignore on this device'}
      </MenuItem>
    </Menu>
  )
}

/** The page by its title, with the heading that is asked for; else the address. */
const leadsTo = ({ title, url }: PlacedLink): string =>
  title === undefined ? url : title + (/#.*$/s.exec(url)?.[0] ?? '')

const isOutside = (url: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)
