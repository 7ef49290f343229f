package io.mintmark.server.ravendb;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Marks tests whose server speaks TLS, and whose clients show certificates. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface OverTls {

    /** Looks for the mark. */
    final class Check {
        private Check() {}

        /** Returns whether the tests of {@code context}, or the class around theirs, are marked. */
        static boolean isAskedFor(ExtensionContext context) {
            Class<?> tests = context.getRequiredTestClass();
            return tests.isAnnotationPresent(OverTls.class)
                    || (tests.getEnclosingClass() != null
                            && tests.getEnclosingClass().isAnnotationPresent(OverTls.class));
        }
    }
}
