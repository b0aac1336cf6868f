// What the boxes' piezos sound. A browser lets a page sound once somebody has touched it.

const Sound = {
  on: true,
  /** @type {AudioContext | null} */
  context: null,
  tones: new Map(), // box: its oscillator

  // `hz`: 0 for silence.
  play(box, hz) {
    this.tones.get(box)?.stop();
    this.tones.delete(box);
    if (!hz || !this.on || !navigator.userActivation?.hasBeenActive) return;
    const context = this.context ??= new AudioContext();
    const tone = new OscillatorNode(context, { type: "square", frequency: hz });
    const quiet = new GainNode(context, { gain: 0.04 });
    tone.connect(quiet).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 1); // whatever happens to the box
    this.tones.set(box, tone);
  },
};
