package io.mintmark.hibernate;

/** Persistence units on H2. */
final class H2UnitTest extends UnitContract {

    @Override
    String newDatabase() {
        return Units.newH2();
    }
}
