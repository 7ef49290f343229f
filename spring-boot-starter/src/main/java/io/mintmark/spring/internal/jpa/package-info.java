/** The persistence units of an application, as Spring or Hibernate makes them. Not for applications. */
@NullMarked
package io.mintmark.spring.internal.jpa;

import org.jspecify.annotations.NullMarked;
