/** Entities that know nothing of Mintmark, outside of the packages whose entities other applications find. */
@NullMarked
package apps.taken;

import org.jspecify.annotations.NullMarked;
