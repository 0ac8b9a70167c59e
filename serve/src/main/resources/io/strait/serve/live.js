// Keeps a page of Strait up to date. Without it, the page shows how things were when it was opened.
'use strict';

/** What a part of the page holds; the focus stays where it was. */
function put(id, html) {
  let place = document.getElementById(id);
  if (!place) {
    // A part that was not there yet when the page was made.
    place = document.createElement('div');
    place.id = id;
    document.getElementById('report').before(place);
  }
  const focused = place.contains(document.activeElement) ? document.activeElement.id : '';
  place.innerHTML = html;
  if (focused) document.getElementById(focused)?.focus();
}

/** All workers, a cell for each. */
class WorkerMap {
  constructor(place) {
    this.place = place;
    this.groups = [];
    this.canvases = [];
    this.shades = new Uint8Array(0);
    this.pending = false;
    new ResizeObserver(() => this.draw()).observe(place);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  lay(groups) {
    this.groups = groups;
    this.place.replaceChildren();
    this.canvases = groups.map((group, index) => {
      const title = document.createElement('h3');
      title.textContent = group.name;
      const canvas = document.createElement('canvas');
      canvas.tabIndex = 0;
      canvas.id = 'map-' + index;
      canvas.setAttribute('role', 'img');
      canvas.dataset.cell = 0;
      canvas.addEventListener('click', event => this.open(index, this.at(canvas, group, event)));
      canvas.addEventListener('keydown', event => this.key(index, canvas, group, event));
      canvas.addEventListener('focus', () => this.draw());
      canvas.addEventListener('blur', () => this.draw());
      this.place.append(title, canvas);
      return canvas;
    });
    this.draw();
  }

  show(text) {
    const bytes = atob(text);
    this.shades = Uint8Array.from(bytes, c => c.charCodeAt(0));
    this.draw();
  }

  draw() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.paint();
    });
  }

  /** The side of a cell, so that ten thousand of them fit. */
  side(count, width) {
    const side = Math.sqrt(width * 300 / Math.max(1, count));
    return Math.max(4, Math.min(18, Math.floor(side)));
  }

  paint() {
    const style = getComputedStyle(document.documentElement);
    const colour = name => style.getPropertyValue('--' + name).trim();
    const busy = colour('busy'), idle = colour('up');
    const all = this.shades.length;
    let first = 0;
    this.groups.forEach((group, index) => {
      const canvas = this.canvases[index];
      const width = this.place.clientWidth;
      const side = this.side(all, width);
      const columns = Math.max(1, Math.floor(width / side));
      const rows = Math.ceil(group.count / columns);
      const ratio = devicePixelRatio || 1;
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(rows * side * ratio);
      canvas.style.height = rows * side + 'px';
      canvas.dataset.columns = columns;
      canvas.dataset.side = side;
      const to = canvas.getContext('2d');
      to.scale(ratio, ratio);
      let here = 0;
      for (let shade = 0; shade <= 8; shade++) {
        to.fillStyle = shade === 1 ? colour('cut') : shade === 2 ? colour('bad') : shade === 3 ? idle : busy;
        to.globalAlpha = shade === 1 ? .35 : shade > 3 ? (shade - 3) / 5 : 1;
        to.strokeStyle = colour('line');
        for (let i = 0; i < group.count; i++) {
          if (this.shades[first + i] !== shade) continue;
          if (shade > 1) here++;
          const x = i % columns * side, y = Math.floor(i / columns) * side;
          if (shade === 0) to.strokeRect(x + 1, y + 1, side - 3, side - 3);
          else to.fillRect(x, y, side - 1, side - 1);
        }
      }
      to.globalAlpha = 1;
      if (document.activeElement === canvas) {
        const i = Number(canvas.dataset.cell);
        to.strokeStyle = colour('ink');
        to.lineWidth = 2;
        to.strokeRect(i % columns * side, Math.floor(i / columns) * side, side - 1, side - 1);
      }
      canvas.setAttribute('aria-label',
        `${group.name}: ${here} of ${group.count} workers are here. Arrow keys choose one, Enter shows it.`);
      first += group.count;
    });
  }

  at(canvas, group, event) {
    const box = canvas.getBoundingClientRect();
    const side = Number(canvas.dataset.side), columns = Number(canvas.dataset.columns);
    const i = Math.floor((event.clientY - box.top) / side) * columns + Math.floor((event.clientX - box.left) / side);
    return Math.max(0, Math.min(group.count - 1, i));
  }

  key(index, canvas, group, event) {
    const columns = Number(canvas.dataset.columns);
    const steps = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns};
    const cell = Number(canvas.dataset.cell);
    if (event.key in steps) {
      event.preventDefault();
      canvas.dataset.cell = Math.max(0, Math.min(group.count - 1, cell + steps[event.key]));
      this.draw();
    } else if (event.key === 'Enter') {
      this.open(index, cell);
    }
  }

  async open(index, cell) {
    const first = this.groups.slice(0, index).reduce((sum, group) => sum + group.count, 0);
    const answer = await fetch(this.place.dataset.of + (first + cell));
    const dialog = document.getElementById('one');
    dialog.innerHTML = await answer.text();
    const close = document.createElement('button');
    close.textContent = 'Close';
    close.addEventListener('click', () => dialog.close());
    dialog.append(close);
    if (!dialog.open) dialog.showModal();
  }
}

function watch(address) {
  const place = document.getElementById('map');
  const map = place ? new WorkerMap(place) : null;
  const trouble = document.getElementById('trouble');
  const stream = new EventSource(address);
  let parts = new Map(), planned = false;
  // What comes faster than frames is shown once.
  const show = () => {
    planned = false;
    parts.forEach((html, id) => put(id, html));
    parts = new Map();
  };
  stream.addEventListener('part', event => {
    const part = JSON.parse(event.data);
    parts.set(part.id, part.html);
    if (!planned) {
      planned = true;
      requestAnimationFrame(show);
    }
  });
  stream.addEventListener('groups', event => {
    if (map) map.lay(JSON.parse(event.data).groups);
    else location.reload();
  });
  stream.addEventListener('shades', event => map?.show(JSON.parse(event.data)));
  stream.addEventListener('trouble', event => { trouble.textContent = JSON.parse(event.data).why; });
  let over = false;
  stream.addEventListener('over', () => {
    over = true;
    trouble.textContent = '';
    const link = document.createElement('a');
    link.href = location.href;
    link.textContent = 'The run is over: show its report';
    trouble.append(link);
  });
  stream.addEventListener('error', () => {
    if (over) stream.close();
    else if (stream.readyState === EventSource.CLOSED) trouble.textContent = 'The connection is lost. Reload this page to try again.';
    else trouble.textContent = 'The connection is lost; trying again.';
  });
  stream.addEventListener('open', () => { if (!over) trouble.textContent = ''; });
}

/** Sliders that change a plan. */
function play(form) {
  const answer = document.getElementById('answer');
  let asked = 0, busy = false, again = false;
  const changes = () => {
    const query = new URLSearchParams();
    form.querySelectorAll('.knob').forEach(knob => {
      const input = knob.querySelector('input');
      if (input.value !== (input.dataset.start ?? '')) query.append('change', knob.dataset.path + '=' + text(knob, input));
    });
    return query;
  };
  const text = (knob, input) => {
    if (input.type !== 'range') return input.value;
    const value = knob.dataset.log ? Math.exp(Number(input.value)) : Number(input.value);
    const number = knob.dataset.whole ? String(Math.round(value)) : Number(value.toPrecision(3)).toString();
    return number + (knob.dataset.unit ? ' ' + knob.dataset.unit : '');
  };
  const label = knob => {
    const input = knob.querySelector('input');
    const output = knob.querySelector('output');
    const same = input.value === (input.dataset.start ?? '');
    knob.classList.toggle('changed', !same);
    if (output) output.textContent = same ? knob.dataset.text : text(knob, input);
  };
  // While a slider moves, a sketch will do where plans take long; when it rests, the plan follows.
  let rest = 0;
  const ask = async () => {
    clearTimeout(rest);
    if (busy) { again = true; return; }
    busy = true;
    try {
      const reply = await fetch('/plan/answer?sketch=yes&' + changes());
      answer.innerHTML = await reply.text();
    } finally {
      busy = false;
      if (again) { again = false; ask(); }
      else if (answer.querySelector('[data-sketch]')) rest = setTimeout(plan, 300);
    }
  };
  const plan = async () => {
    const number = ++asked;
    const reply = await fetch('/plan/answer?' + changes());
    const html = await reply.text();
    if (number === asked && !busy) answer.innerHTML = html;
  };
  form.addEventListener('input', event => { label(event.target.closest('.knob')); asked++; ask(); });
  form.addEventListener('submit', event => event.preventDefault());
  document.getElementById('as-it-is').addEventListener('click', () => {
    form.reset();
    form.querySelectorAll('.knob').forEach(label);
    asked++;
    ask();
  });
  document.getElementById('save-plan').addEventListener('click', () => { location.href = '/plan/file?' + changes(); });
}

const stream = document.body.dataset.stream;
if (stream) watch(stream);
const knobs = document.getElementById('knobs');
if (knobs) play(knobs);
