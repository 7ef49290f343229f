/** Each test runs against both lines of Hibernate, see the module's pom. */
@NullMarked
package io.mintmark.hibernate;

import org.jspecify.annotations.NullMarked;
