//! The style of the page, and its only script, which sorts tables.

/// Colours are variables that follow the screen's colour scheme; in print, the page is light.
pub const STYLE: &str = "
:root{color-scheme:light dark;--ground:#fdfcf9;--ink:#1d1b18;--pale:#6a655c;--rule:#d9d3c6;--won:#0b63a5;--lost:#c4481a;--box:#f3efe6}
@media (prefers-color-scheme:dark){:root{--ground:#16181b;--ink:#e9e6df;--pale:#a39d92;--rule:#3a3e44;--won:#6db7f2;--lost:#f08a58;--box:#202428}}
@media print{:root{color-scheme:light;--ground:#fff;--ink:#000;--pale:#555;--rule:#ccc;--won:#0b63a5;--lost:#c4481a;--box:#f3efe6}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:17px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:848px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .4rem}
h2{font-size:1.2rem;margin:2.4rem 0 .3rem}
.answer{font-weight:650;margin:.2rem 0 .6rem}
.note{background:var(--box);border-left:4px solid var(--rule);padding:.5rem .8rem}
p{margin:.4rem 0}
code{font-size:.85em;overflow-wrap:anywhere}
.wide{overflow-x:auto;margin:.8rem 0}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid var(--rule);white-space:nowrap}
th:first-child{text-align:left;white-space:normal;min-width:8em;font-weight:500}
thead th{vertical-align:bottom;white-space:normal}
button{font:inherit;text-align:inherit;font-weight:650;color:inherit;background:none;border:0;padding:0;cursor:pointer}
th[aria-sort=ascending] button::after{content:' \\2191'}
th[aria-sort=descending] button::after{content:' \\2193'}
svg{display:block;width:100%;height:auto;margin:.8rem 0}
svg.whisker{display:inline-block;width:160px;height:18px;margin:0;vertical-align:middle}
td.says{white-space:normal;min-width:9em}
.compared :is(th,td):last-child{text-align:left}
.hollow{fill:var(--ground)}
.pale{color:var(--pale)}
summary{cursor:pointer;font-weight:650;margin:.6rem 0}
svg text{font-family:system-ui,sans-serif}
.phone{display:none}
@media (max-width:600px){
.desktop,.pale,.wider,.count :is(th,td):nth-child(n+4),.compared :is(th,td):is(:nth-child(2),:nth-child(3)){display:none}
.phone{display:block}
table{font-size:.85rem}
th,td{padding:.3rem .25rem}
td{white-space:normal}
th:first-child{min-width:4.5em;padding-left:0}
:is(th,td):last-child{padding-right:0}
td.says{min-width:6.5em}
svg.whisker{width:90px}
}
.f-ink{fill:var(--ink)}.f-pale{fill:var(--pale)}.f-rule{fill:var(--rule)}.f-won{fill:var(--won)}.f-lost{fill:var(--lost)}
.s-ink{stroke:var(--ink)}.s-pale{stroke:var(--pale)}.s-rule{stroke:var(--rule)}.s-won{stroke:var(--won)}.s-lost{stroke:var(--lost)}
";

/// Sorts a table by the column whose heading is pressed; the tables are readable without it.
pub const SCRIPT: &str = "
document.querySelectorAll('th button').forEach(button=>button.addEventListener('click',()=>{
const head=button.parentElement,row=head.parentElement,at=[...row.children].indexOf(head),body=row.closest('table').tBodies[0];
const up=head.getAttribute('aria-sort')==='descending';
[...row.children].forEach(other=>other.removeAttribute('aria-sort'));
head.setAttribute('aria-sort',up?'ascending':'descending');
const key=line=>{const cell=line.children[at],value=cell.dataset.value??cell.textContent,number=parseFloat(value);return isNaN(number)?value:number};
[...body.rows].sort((a,b)=>{const[x,y]=[key(a),key(b)];return(x>y?1:x<y?-1:0)*(up?1:-1)}).forEach(line=>body.append(line));
}));
";
