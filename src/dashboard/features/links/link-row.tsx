import { Check, CircleAlert, ExternalLink, EyeOff, Link2, Unlink, Wrench } from 'lucide-react'
import type { LinkSuggestion, PageLink } from '#contract/content-links.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../components/ui/menu.tsx'
import { labels, pluralize } from '../../lib/labels.ts'
import styles from './links.module.css'
import type { LinkFix } from './mutations.ts'

type LinkLineProps = {
  link: PageLink
  /** Whether the link can be fixed, directly or in a change request. */
  canFix: boolean
  isBusy: boolean
  /** Number of other links with the same URL. */
  matchCount: number
  isIgnored: boolean
  onFix: (fix: LinkFix, all: boolean) => void
  onIgnore: () => void
}

const statusIcons = { ok: Check, broken: CircleAlert, 'in-app': Link2 } as const
const statusLabels = { ok: 'Works', broken: 'Broken', 'in-app': 'To the dashboard' } as const
const noText = { link: 'No text', image: 'Image', file: 'File', embed: 'Embed' } as const
const reasons: Readonly<Record<LinkSuggestion['reason'], string>> = {
  moved: 'was at this address before',
  'same-name': 'has this name',
  'similar-name': 'has a similar name',
}

/** One link: text, target and fixes. */
export function LinkRow(props: LinkLineProps) {
  const { link, canFix, isBusy, matchCount, onFix } = props
  const likely = likelyTarget(link)
  return (
    <li className={styles.line}>
      <span className={link.status === 'broken' ? 'status status-danger' : 'status'}>
        <Icon
          of={link.status === 'ok' && isOutside(link.url) ? ExternalLink : statusIcons[link.status]}
          size="s"
        />
        <span className="sr">{statusLabels[link.status]}</span>
      </span>
      <div className={styles.what}>
        <span className="truncate">
          {link.text || (link.index === undefined ? 'Set in the page’s settings' : noText[link.usage])}
        </span>
        <span className="mono faint meta truncate">{targetLabel(link)}</span>
      </div>
      {link.status === 'broken' && canFix && link.index !== undefined && (
        <div className={styles.actions}>
          {likely && (
            <Button
              variant="outline"
              size="small"
              icon={Wrench}
              aria-busy={isBusy}
              title={`${labels.quoted(likely.title)} ${reasons[likely.reason]}`}
              onClick={() => onFix({ href: likely.href }, false)}
            >
              <span className={styles.fix}>{`${fixVerb(link)} ${labels.quoted(likely.title)}`}</span>
            </Button>
          )}
          <FixMenu {...props} />
        </div>
      )}
      {matchCount > 0 && link.status === 'broken' && (
        <span className="sr">{pluralize(matchCount, 'other link')} with this URL</span>
      )}
    </li>
  )
}

/** A target that is worth a button of its own: a name that is only similar is often something else. */
const likelyTarget = ({ suggestions = [] }: PageLink): LinkSuggestion | undefined =>
  suggestions[0]?.reason === 'similar-name' ? undefined : suggestions[0]

function FixMenu({ link, matchCount, isIgnored, onFix, onIgnore }: LinkLineProps) {
  const { suggestions = [] } = link
  const [first] = suggestions
  const likely = likelyTarget(link)
  const others = suggestions.filter((one) => one !== likely)
  return (
    <Menu
      trigger={
        <Button size="small" aria-label={`More ways to fix ${labels.quoted(link.text || link.url)}`}>
          {likely ? 'More' : 'Fix'}
        </Button>
      }
    >
      {others.length > 0 && <MenuLabel>{fixVerb(link)}</MenuLabel>}
      {others.map((one) => (
        <MenuItem key={one.href} icon={Wrench} onSelect={() => onFix({ href: one.href }, false)}>
          {one.title}
          {one.path && <span className="faint"> /{one.path}</span>}
        </MenuItem>
      ))}
      {others.length > 0 && <MenuSeparator />}
      {first && matchCount > 0 && (
        <MenuItem icon={Wrench} onSelect={() => onFix({ href: first.href }, true)}>
          {`${fixVerb(link)} ${labels.quoted(first.title)} in all ${matchCount + 1}…`}
        </MenuItem>
      )}
      {link.removable && (
        <MenuItem icon={Unlink} onSelect={() => onFix('unlink', false)}>
          Remove the link
        </MenuItem>
      )}
      {link.removable && matchCount > 0 && (
        <MenuItem icon={Unlink} onSelect={() => onFix('unlink', true)}>
          Remove all {matchCount + 1}…
        </MenuItem>
      )}
      <MenuItem icon={EyeOff} onSelect={onIgnore}>
        {isIgnored ? 'Show again' : 'Ignore on this device'}
      </MenuItem>
    </Menu>
  )
}

const fixVerb = ({ usage }: PageLink): string =>
  usage === 'image' || usage === 'file' ? 'Replace with' : 'Link to'

/** Title and anchor of the target page, else the URL. */
const targetLabel = ({ title, url }: PageLink): string =>
  title === undefined ? url : title + (/#.*$/s.exec(url)?.[0] ?? '')

const isOutside = (url: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)
