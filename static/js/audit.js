// The audit's pages: shows times in the workspace's zone.
import { showLocalTimes } from "./shell/moments.js";

showLocalTimes();
