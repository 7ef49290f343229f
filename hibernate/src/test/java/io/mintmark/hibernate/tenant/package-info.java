/** Tests of the states of tenants. */
@NullMarked
package io.mintmark.hibernate.tenant;

import org.jspecify.annotations.NullMarked;
