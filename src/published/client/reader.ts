import './reader.css'
import { enableMenus, enableTabs, revealLinkTargets, revealTarget } from './disclosure.ts'
import { findAll } from './dom.ts'
import { submitFeedbackInPlace } from './feedback.ts'
import { highlightSearch } from './highlight.ts'
import { trackInsights } from './insights.ts'
import { highlightOutline } from './outline.ts'
import { enableCopyButtons, enableEmbeds, showEditLink } from './page-actions.ts'
import { enableSchemeSwitch } from './scheme.ts'
import { enableSearchDialog } from './search.ts'
import { enableTree } from './tree.ts'

// Every page works without this script; it only adds convenience.
enableSchemeSwitch()
enableMenus()
enableSearchDialog()
enableTree()
enableEmbeds()
revealLinkTargets()
initializePage()
trackInsights()

/** What belongs to the content of a page. */
function initializePage(): void {
  enableTabs()
  enableCopyButtons()
  highlightOutline()
  submitFeedbackInPlace()
  void showEditLink()
  revealTarget()
  highlightSearch()
  const diagrams = findAll('.code.diagram')
  if (diagrams.length > 0)
    void import('./diagrams/diagrams.ts').then(({ renderDiagrams }) => renderDiagrams(diagrams))
}
