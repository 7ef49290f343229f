package io.mintmark.storage.postgresql;

import io.mintmark.server.ServerSettings;
import io.mintmark.server.StoreSettings;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Path;
import java.util.Optional;

/** Marks tests whose server keeps everything in PostgreSQL; they are skipped where it cannot be started. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OnPostgres {

    /** Looks for the mark. */
    final class Check {
        private Check() {}

        /** Returns the URL of an empty database if {@code tests}, or the class around it, is marked. */
        public static Optional<String> freshStore(Class<?> tests) {
            boolean marked = tests.isAnnotationPresent(OnPostgres.class)
                    || (tests.getEnclosingClass() != null
                            && tests.getEnclosingClass().isAnnotationPresent(OnPostgres.class));
            return marked ? Optional.of(TestPostgres.fresh()) : Optional.empty();
        }

        /** Returns settings for servers of {@code tests}, whose store is an empty database in PostgreSQL if they are marked. */
        public static ServerSettings.Builder settings(Class<?> tests, Path directory) {
            ServerSettings.Builder settings = ServerSettings.builder(directory);
            return freshStore(tests)
                    .map(url -> settings.store(StoreSettings.of(url)))
                    .orElse(settings);
        }
    }
}
