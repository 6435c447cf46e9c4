// The audit's pages: moments in the workspace's zone.
import { showLocalTimes } from "./shell/moments.js";

showLocalTimes();
