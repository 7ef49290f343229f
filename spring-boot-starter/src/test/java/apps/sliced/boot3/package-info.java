/** Slices as Spring Boot 3 has them; the other line does not compile this package. */
@NullMarked
package apps.sliced.boot3;

import org.jspecify.annotations.NullMarked;
