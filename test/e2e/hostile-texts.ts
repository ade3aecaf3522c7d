/**
 * What a model, a source or a file may write in the hope that the page takes it for its own. `{}` in an address
 * or a handler stands for nothing: whatever runs sets `window.taken`.
 */
export const HOSTILE: readonly string[] = [
  // Attributes that CommonMark does not know: its readers take the whole for text, browsers for a tag.
  '<input x=a=b placeholder="Your key" autofocus onfocus=taken=1>',
  '<button x=a=b onclick=taken=1>Sign in again</button>',
  '<input x=a=b type=image src=/metrics>',
  '<input type=image src=/metrics>',
  '<select x=a=b><option>One</option></select>',
  '<textarea x=a=b autofocus>Your key</textarea>',
  '<form x=a=b action=/metrics><input x=a=b type=submit></form>',
  '<fieldset x=a=b><legend>Sign in</legend><label x=a=b>Key</label><output x=a=b>1</output></fieldset>',
  '<meter x=a=b value=1></meter><progress x=a=b></progress>',
  '<details x=a=b open ontoggle=taken=1><summary x=a=b>Open</summary></details>',
  '<dialog x=a=b open>Enter your key</dialog>',
  '<img x=a=b src=/metrics onerror=taken=1>',
  '<image x=a=b href=/metrics>',
  '<svg x=a=b onload=taken=1><a href=javascript:taken=1><text y=9>x</text></a></svg>',
  '<math x=a=b><mtext><style><img src=x onerror=taken=1></style></mtext></math>',
  '<video x=a=b src=/metrics autoplay controls></video><audio x=a=b src=/metrics></audio>',
  '<iframe x=a=b srcdoc="<script>parent.taken=1</script>"></iframe>',
  '<object x=a=b data=/metrics></object><embed x=a=b src=/metrics>',
  '<link x=a=b rel=stylesheet href=/metrics><meta x=a=b http-equiv=refresh content=0;url=/metrics>',
  '<base x=a=b href=//evil.example/>',
  '<style x=a=b>body{display:none}</style>',
  '<script x=a=b>taken=1</script>',
  '<script>taken=1</script >',
  '<div x=a=b style=position:fixed;inset:0;z-index:9 contenteditable onpointerenter=taken=1>cover</div>',
  '<a x=a=b href=javascript:taken=1 ping=/metrics download>leave</a>',
  '<claim-mark x=a=b data-key=text%3Aclaim-1>a claim of nobody</claim-mark>',
  '<xmd-tail x=a=b></xmd-tail><p x=a=b id=root class=failure role=alert>The key is wrong</p>',
  '<marquee x=a=b onstart=taken=1>news</marquee><template x=a=b><img src=/metrics></template>',
  '<input\tx=a=b\nonfocus=taken=1 autofocus>',
  '<BUTTON/x=a=b/onclick=taken=1>x</BUTTON>',
  '</div></main></body><button x=a=b>x</button>',
  '<!--><button x=a=b>x</button><!-- -->',
  '<![CDATA[><input x=a=b>]]>',
  '<?xml x=a=b ?><input x=a=b>',
  // Text from which a reader's escape is taken away.
  '\\<button x>back</button>',
  '<kbd><input x=a=b></kbd><pre><button x=a=b>x</button></pre>',
  '&lt;button x=a=b&gt;x&lt;/button&gt; &#60;input&#62;',
  '<b"><input x=a=b>',
  '\'"><button x=a=b onclick=taken=1>x</button><"\'',
  '`<input x=a=b>` ``<button x=a=b>``',
  // Markdown whose own marks lead somewhere.
  '- [ ] <input x=a=b> [x] done',
  '![<input x=a=b>](/metrics "<button x=a=b>")',
  '![x](/metrics){onclick=taken=1}',
  '[click](javascript:taken=1) [more](JaVa\tScRiPt:taken=1) [and](&#106;avascript:taken=1)',
  '[one](data:text/html,<script>taken=1</script>) [two](vbscript:taken=1) [three](blob:x) [four](file:///etc/passwd)',
  '<javascript:taken=1> <data:text/html,x>',
  '[x]: javascript:taken=1 "<input x=a=b>"',
  '[<input x=a=b>](https://example.org/"onmouseover="taken=1 "\' onclick=taken=1")',
  '| <input x=a=b> | <button x=a=b> |',
  '{{taken=1}}<%= taken=1 %>',
  // Formulas that would be more than that.
  '$\\href{javascript:taken=1}{leave}$ \\(\\url{javascript:taken=1}\\) $\\includegraphics[height=9em]{/metrics}$',
  '\\(\\htmlData{x=a}{b} \\htmlId{root}{b} \\htmlClass{failure}{b} \\htmlStyle{position:fixed}{b}\\)',
  '$\\def\\x{\\x\\x\\x}\\x$ \\(\\def\\y#1{\\y{#1#1}}\\y{b}\\) $\\rule{9999em}{9999em}$ $\\kern-9999em x$',
  '$$\\text{<input x=a=b onfocus=taken=1 autofocus>}$$ \\[\\color{red;position:fixed}x</annotation><input x=a=b>\\]',
];

/** All of them in one text, as a claim, a quote or a title may hold them. */
export const ALL_HOSTILE = HOSTILE.join(' ').replace(/\s+/g, ' ');

/** Addresses of evidence. The last two are pages, and lead there and nowhere else. */
export const HOSTILE_URLS: readonly string[] = [
  'javascript:taken=1',
  'JaVa\tScRi\npt:taken=1',
  '\u0001javascript:taken=1',
  'data:text/html,<script>taken=1</script>',
  'vbscript:taken=1',
  'file:///etc/passwd',
  'blob:https://example.org/x',
  'http://[',
  'https://example.org/"><button x=a=b onclick=taken=1>',
  "https://example.org/'onmouseover='taken=1",
];
