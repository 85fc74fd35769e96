import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Check, CircleAlert, CircleSlash, Folder, Library, LoaderCircle } from 'lucide-react'
import type { SiteImport } from '#contract/site-imports.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './imports.module.css'

type Plan = NonNullable<SiteImport['plan']>
type Item = Plan['items'][number]
type Section = Extract<Item, { type: 'section' }>
type Space = Plan['spaces'][number]

/** The groups, sections and spaces of an imported site, each space with its progress. */
export function SiteImportPlan({ plan }: { plan: Plan }) {
  const { items, spaces, conditional, skipped } = plan
  return (
    <>
      {conditional && (
        <p className="soft">
          Some content has conditions. It is hidden until you choose who sees it, when you publish the site.
        </p>
      )}
      <ul className={styles.plan} aria-label="Structure of the site">
        {spaces.map((space) => (
          <SpaceRow key={space.path} space={space} name={space.title} />
        ))}
        {items.map((item) =>
          item.type === 'group' ? (
            <li key={`group ${item.title}`}>
              <p className={styles.planned}>
                <Icon of={Folder} size="s" className="i-faint" />
                <span className={styles.made}>{item.title}</span>
              </p>
              <ul>
                {item.sections.map((section) => (
                  <SectionRows key={section.path} section={section} />
                ))}
              </ul>
            </li>
          ) : (
            <SectionRows key={item.path} section={item} />
          ),
        )}
      </ul>
      {skipped.length > 0 && (
        <section className={styles.items} aria-label="Left out">
          <h3 className={styles.head}>Left out</h3>
          <ul className={styles.plan}>
            {skipped.map(({ source, reason }) => (
              <li key={source} className={styles.planned}>
                <span className={styles.what}>
                  <span className={styles.made}>{source}</span>
                  <span className="soft">{reason}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** A section with one space is one row, because readers see no difference. */
function SectionRows({ section }: { section: Section }) {
  const [first, ...others] = section.spaces
  if (first !== undefined && others.length === 0) return <SpaceRow space={first} name={section.title} />
  return (
    <li>
      <p className={styles.planned}>
        <Icon of={Library} size="s" className="i-faint" />
        <span className={styles.made}>{section.title}</span>
        <span className="mono faint truncate">/{section.path}</span>
      </p>
      <ul>
        {section.spaces.map((space) => (
          <SpaceRow key={space.path} space={space} name={space.title} />
        ))}
      </ul>
    </li>
  )
}

function SpaceRow({ space, name }: { space: Space; name: string }) {
  const { directory, language, reason, space: id, import: run } = space
  return (
    <li className={styles.planned}>
      <SpaceMark space={space} />
      {id === undefined ? (
        <span className={styles.made}>{name}</span>
      ) : (
        <Link className={styles.made} to={paths.space(id)}>
          {name}
        </Link>
      )}
      {language !== undefined && <span className="soft">{language}</span>}
      <span className="mono faint truncate">{directory === '' ? 'the whole source' : directory}</span>
      <span className="grow" />
      {reason !== undefined && <span className="i-danger">{reason}</span>}
      {space.pages !== undefined && id !== undefined && run !== undefined && (
        <Link className="soft num" to={paths.spaceImport(id)} search={{ run }}>
          {pluralize(space.pages, 'page')}, report
        </Link>
      )}
    </li>
  )
}

const marks = {
  completed: { icon: Check, className: 'i-success', label: 'Imported' },
  failed: { icon: CircleAlert, className: 'i-danger', label: 'Failed' },
  cancelled: { icon: CircleSlash, className: 'i-faint', label: 'Canceled' },
  'in-progress': { icon: LoaderCircle, className: 'i-accent', label: 'Importing' },
  pending: { icon: Library, className: 'i-faint', label: 'Waiting' },
} as const

function SpaceMark({ space: { status } }: { space: Space }) {
  const mark = status === undefined ? undefined : marks[status]
  return (
    <span className={clsx('line', mark?.className ?? 'i-faint')}>
      <Icon of={mark?.icon ?? Library} size="s" />
      {mark && <span className="sr">{mark.label}</span>}
    </span>
  )
}
