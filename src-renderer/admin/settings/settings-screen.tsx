import { NavLink, Outlet } from 'react-router';
import { classNames } from '../../ui/class-names';
import { useTo } from '../frame/instance';
import styles from './settings.module.css';
import { SETTINGS_PAGES } from './settings-pages';

/** What holds for the whole instance. */
export function SettingsScreen() {
  const to = useTo();
  return (
    <div className={styles.screen}>
      <title>Settings · Posthorn</title>
      <nav className={styles.pages} aria-label="Settings">
        <h1 className={styles.title}>Settings</h1>
        {SETTINGS_PAGES.map(([page, word]) => (
          <NavLink
            key={page}
            to={to('settings', page)}
            className={({ isActive }) => classNames(styles.page, isActive && styles.active)}
          >
            {word}
          </NavLink>
        ))}
      </nav>
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  );
}
