// Quiet sounds of wood and bells, made by the browser itself.

const VOLUME = 0.08; // of 1: heard at the table, not in the room

// [pitch in Hz, after so many seconds, how long, shape]: a knock falls off at once, a bell rings
const KNOCK = [190, 0, 0.07, "triangle"];
const SOUNDS = {
  move: [KNOCK],
  amend: [KNOCK],
  capture: [KNOCK, [130, 0.09, 0.1, "triangle"]],
  takeback: [
    [160, 0, 0.07, "triangle"],
    [120, 0.1, 0.07, "triangle"],
  ],
  refused: [[110, 0, 0.16, "sine"]],
  astray: [[110, 0, 0.16, "sine"]],
  ask: [
    [520, 0, 0.14, "sine"],
    [620, 0.16, 0.2, "sine"],
  ],
  time_low: [
    [660, 0, 0.12, "sine"],
    [660, 0.18, 0.12, "sine"],
  ],
  flag: [
    [330, 0, 0.3, "sine"],
    [247, 0.3, 0.5, "sine"],
  ],
  over: [
    [392, 0, 0.22, "sine"],
    [494, 0.2, 0.22, "sine"],
    [587, 0.4, 0.5, "sine"],
  ],
};

let context = null;

/** Let a fact of the table be heard; many make no sound. */
export function play(name) {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const tone of SOUNDS[name] ?? []) begin(tone);
}

function begin([pitch, after, length, type]) {
  const start = context.currentTime + after;
  const tone = new OscillatorNode(context, { frequency: pitch, type });
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.setValueAtTime(VOLUME, start);
  loudness.gain.exponentialRampToValueAtTime(VOLUME / 100, start + length);
  tone.connect(loudness).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}
