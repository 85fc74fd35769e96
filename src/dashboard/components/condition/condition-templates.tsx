import { Button } from '../ui/button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'

/** A condition to begin with, and what it asks for in words. */
export type Template = { readonly description: string; readonly condition: string }

const mostShown = 12

/** What the site knows of its visitors, as conditions that are taken whole. */
export function ConditionTemplates({
  templates,
  onTake,
}: {
  templates: readonly Template[]
  onTake: (condition: string) => void
}) {
  if (templates.length === 0) return null
  const trigger = <Button variant="line">Begin with…</Button>
  return (
    <div>
      <Menu trigger={trigger} align="start">
        {templates.slice(0, mostShown).map(({ description, condition }) => (
          <MenuItem key={condition} onSelect={() => onTake(condition)}>
            {description}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}
