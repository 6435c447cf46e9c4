// The audit's pages: moments in the person's own zone.
import { showLocalTimes } from "./shell/moments.js";

showLocalTimes();
