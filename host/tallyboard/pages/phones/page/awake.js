// The screen stays on, from the first touch. Where a browser grants no wake lock, and over plain http none does, a video
// does it that plays over and over: black, small, with a sound that nobody hears.

const Awake = {
  isOn: false,
  isAsked: false,
  /** @type {HTMLVideoElement | null} */
  video: null,

  // With each touch: a video begins at a touch only, and a wake lock ends whenever nobody sees the page.
  async begin() {
    if (this.isOn || this.isAsked || document.hidden) return;
    this.isAsked = true;
    try {
      if (navigator.wakeLock) await this.lock();
      else await this.play();
    } catch { // at the next touch
      this.isOn = false;
    }
    this.isAsked = false;
  },

  async lock() {
    const lock = await navigator.wakeLock.request("screen");
    this.isOn = true;
    lock.addEventListener("release", () => { this.isOn = false; });
  },

  async play() {
    const video = this.video ??= this.make();
    await video.play();
    this.isOn = true;
  },

  make() {
    const video = document.createElement("video");
    video.id = "awake";
    video.loop = true;
    video.playsInline = true;
    video.disableRemotePlayback = true;
    video.setAttribute("aria-hidden", "true");
    video.title = "Tallyboard";
    for (const [type, data] of Object.entries(DATA.awake)) {
      const source = document.createElement("source");
      source.type = type;
      source.src = `data:${type};base64,${data}`;
      video.append(source);
    }
    video.addEventListener("pause", () => { this.isOn = false; });
    document.body.append(video);
    return video;
  },
};

// `tell({percent, charging})` now and whenever it changes, where the browser says it.
async function watchBattery(tell) {
  try {
    const battery = await navigator.getBattery?.();
    if (!battery) return;
    const say = () => tell({ percent: Math.round(battery.level * 100), charging: battery.charging });
    for (const kind of ["levelchange", "chargingchange"]) battery.addEventListener(kind, say);
    say();
  } catch { // a browser that does not want to say it
  }
}
