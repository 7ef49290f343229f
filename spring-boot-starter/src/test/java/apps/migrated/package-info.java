/** An application whose schema a migration makes, and a service that takes a number while it starts. */
@NullMarked
package apps.migrated;

import org.jspecify.annotations.NullMarked;
