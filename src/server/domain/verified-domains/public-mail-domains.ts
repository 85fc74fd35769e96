/** Mail services that give addresses to anyone. An address there proves nothing about an organization. */
const publicMailDomains: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com outlook.de outlook.fr outlook.es outlook.it outlook.jp outlook.com.br hotmail.com
  hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es hotmail.nl live.com live.co.uk live.fr live.nl live.de live.it
  msn.com passport.com yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca yahoo.co.in yahoo.in
  yahoo.co.jp yahoo.com.br yahoo.com.ar yahoo.com.mx yahoo.com.au ymail.com rocketmail.com myyahoo.com icloud.com me.com
  mac.com aol.com aim.com verizon.net proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.com
  tuta.io tutamail.com keemail.me fastmail.com fastmail.fm hey.com zoho.com zohomail.com zohomail.eu mail.com email.com
  usa.com gmx.com gmx.de gmx.net gmx.at gmx.ch gmx.co.uk gmx.fr web.de freenet.de t-online.de arcor.de 1und1.de posteo.de
  posteo.net mailbox.org mail.de yandex.com yandex.ru ya.ru mail.ru bk.ru inbox.ru list.ru rambler.ru qq.com foxmail.com
  163.com 126.com yeah.net sina.com sina.cn sohu.com 139.com 189.cn aliyun.com naver.com hanmail.net daum.net kakao.com
  nate.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp rediffmail.com libero.it virgilio.it alice.it tin.it tiscali.it
  orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr numericable.fr ziggo.nl kpnmail.nl kpnplanet.nl
  planet.nl hetnet.nl home.nl xs4all.nl telenet.be skynet.be proximus.be bluewin.ch hispeed.ch seznam.cz centrum.cz
  email.cz wp.pl o2.pl onet.pl onet.eu interia.pl gazeta.pl tlen.pl ukr.net i.ua abv.bg mail.bg freemail.hu citromail.hu
  inbox.lv inbox.lt terra.com.br uol.com.br bol.com.br ig.com.br globo.com terra.es telefonica.net comcast.net
  xfinity.com att.net sbcglobal.net bellsouth.net cox.net charter.net spectrum.net earthlink.net juno.com netzero.net
  rogers.com shaw.ca telus.net sympatico.ca videotron.ca btinternet.com btopenworld.com sky.com talktalk.net
  virginmedia.com ntlworld.com blueyonder.co.uk bigpond.com optusnet.com.au xtra.co.nz eircom.net duck.com
  simplelogin.com hushmail.com runbox.com disroot.org riseup.net lavabit.com inbox.com lycos.com mailinator.com
  guerrillamail.com 10minutemail.com temp-mail.org yopmail.com trashmail.com sharklasers.com maildrop.cc
  privaterelay.appleid.com users.noreply.github.com`.split(/\s+/),
)

export const isPublicMailDomain = (domain: string): boolean => publicMailDomains.has(domain)
