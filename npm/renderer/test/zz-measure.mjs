import { startSite } from './site.mjs';
const site = await startSite();
const M='\u0300';
const cases={ctl:['\u202e',99999],alt:['\u202e\u202d',50000],marks:[M],m64:['a'+M.repeat(64),1538],wj:[M+'\u2060',50000],shy:[M+'\u00ad',50000],lrm:[M+'\u200e',50000],zwsp:[M+'\u200b',50000],bom:[M+'\ufeff',50000],mvs:[M+'\u180e',50000],mod:['\u{1F3FB}',50000],mod64:['a'+'\u{1F3FB}'.repeat(64),775],thai:['\u0e33'],thai64:['a'+'\u0e33'.repeat(64),1538],m64ctl:[M.repeat(64)+'\u202e',1538],lao:['\u0eb3'],hw:['\uff9e'],m64cr:[M.repeat(64)+'\u0001',1538], inv:[M+'\u2061',50000], interlin:[M+'\ufff9',50000], ara:[M+'\u0600',50000], hf:[M+'\u3164',50000],thaikai:['\u0e01\u0e33',50000],arab:['ي'],w:['W']};
for (const [n,[c,k=100000]] of Object.entries(cases)){
  const {page}=await site.open();
  const r=await Promise.race([page.evaluate(t=>{const e=document.createElement('chirp-message');document.querySelector('main').append(e);const t0=performance.now();e.message=JSON.stringify({body:'a'+t});e.getBoundingClientRect();return [Math.round(performance.now()-t0),e.shadowRoot.querySelectorAll('*').length,e.shadowRoot.textContent.length,e.shadowRoot.textContent.slice(-40).replace(/[^\x20-\x7e⟨⟩×]/g,'.')]},c.repeat(k)),new Promise(r=>setTimeout(()=>r('>15s'),15000))]);
  console.log(n,JSON.stringify(r));
  if(r==='>15s'){} else await page.close();
}
process.exit(0)
