import './reader.css'
import { copyThings } from './copy.ts'
import { all } from './dom.ts'
import { offerEditing } from './edit.ts'
import { loadEmbeds } from './embeds.ts'
import { answerInPlace } from './feedback.ts'
import { tellInsights } from './insights.ts'
import { closeMenus } from './menus.ts'
import { markOutline } from './outline.ts'
import { revealTargets } from './reveal.ts'
import { switchScheme } from './scheme.ts'
import { searchInDialog } from './search.ts'
import { chooseTabs } from './tabs.ts'
import { growTree } from './tree.ts'

// Everything here saves clicks on a page that works without it.
switchScheme()
closeMenus()
searchInDialog()
chooseTabs()
copyThings()
markOutline()
growTree()
answerInPlace()
loadEmbeds()
void offerEditing()
revealTargets()
tellInsights()

const diagrams = all('.code.diagram')
if (diagrams.length > 0)
  void import('./diagrams/diagrams.ts').then(({ drawDiagrams }) => drawDiagrams(diagrams))
