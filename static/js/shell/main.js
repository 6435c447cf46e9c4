// What every page behind the door needs: menus, the sidebar, the theme.
import { startCopying } from "./copying.js";
import { showCurrentTab } from "./current_tab.js";
import { guardForms } from "./sending.js";
import { startMenus } from "./menus.js";
import { startSidebar } from "./sidebar.js";
import { startThemeChoice } from "./theme_choice.js";
import { showLocalTimes } from "./local_times.js";
import { startShortcuts } from "./shortcuts.js";

guardForms();
startCopying();
startMenus();
startSidebar();
startThemeChoice();
startShortcuts();
showLocalTimes();
showCurrentTab();
