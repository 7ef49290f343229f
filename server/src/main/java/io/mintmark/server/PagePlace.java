package io.mintmark.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a file of the documentation is in the sources, whose layout the resources of the jar keep, and where the server
 * shows it. Immutable.
 *
 * @param file the path of the file, from the root of the sources
 */
record PagePlace(String file) {
    /** What every address begins with. */
    static final String ROOT = "/docs/";

    private static final String DOCS = "docs/";
    private static final String PICTURES = "pictures";
    private static final String REPORTS = "reports";
    private static final String REPORTS_FOLDER = "verify/lab/reports/";
    private static final String PAGE = ".md";
    /** Pictures by the ends of their names, with what each is. */
    private static final Map<String, String> PICTURE_KINDS = Map.of(".svg", "image/svg+xml", ".png", "image/png");

    /** The page that leads to all others. */
    static final PagePlace INDEX = new PagePlace("docs/README.md");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,80}");
    private static final Pattern PICTURE = Pattern.compile("[a-z0-9-]{1,80}\\.(?:svg|png)");

    /** Returns the place of what an address below {@link #ROOT} asks for; {@code folder} is empty for a page there. */
    static Optional<PagePlace> asked(String folder, String name) {
        if (folder.equals(PICTURES)) {
            return there(PICTURE.matcher(name).matches() ? DOCS + PICTURES + "/" + name : "");
        }
        if (!NAME.matcher(name).matches()
                || !(folder.isEmpty() || NAME.matcher(folder).matches())) {
            return Optional.empty();
        }
        if (folder.isEmpty()) {
            boolean ofRoot = name.equals("README");
            return there(DOCS + name + PAGE).filter(place -> !ofRoot).or(() -> there(name + PAGE));
        }
        return there((folder.equals(REPORTS) ? REPORTS_FOLDER : DOCS + folder + "/") + name + PAGE);
    }

    private static Optional<PagePlace> there(String file) {
        boolean isFile = file.endsWith(PAGE) || pictureKind(file).isPresent();
        boolean isThere = isFile && PagePlace.class.getResource("pages/" + file) != null;
        return isThere ? Optional.of(new PagePlace(file)) : Optional.empty();
    }

    /** Returns the address of what a page links to by the path {@code target}; empty if the jar has no such file. */
    Optional<String> addressOf(String target) {
        String path = URI.create("/" + file).resolve(target).normalize().getPath();
        return there(path.substring(1)).map(PagePlace::address);
    }

    /** Returns where the server shows it. */
    String address() {
        if (equals(INDEX)) {
            return ROOT;
        }
        String path = file.startsWith(REPORTS_FOLDER)
                ? REPORTS + "/" + file.substring(REPORTS_FOLDER.length())
                : file.startsWith(DOCS) ? file.substring(DOCS.length()) : file;
        return ROOT + (isPicture() ? path : path.substring(0, path.length() - PAGE.length()));
    }

    boolean isPicture() {
        return pictureKind().isPresent();
    }

    /** Returns the type of its content, if it is a picture. */
    Optional<String> pictureKind() {
        return pictureKind(file);
    }

    private static Optional<String> pictureKind(String file) {
        int end = file.lastIndexOf('.');
        return end < 0 ? Optional.empty() : Optional.ofNullable(PICTURE_KINDS.get(file.substring(end)));
    }

    byte[] bytes() {
        try (InputStream resource = PagePlace.class.getResourceAsStream("pages/" + file)) {
            if (resource == null) {
                throw new IllegalStateException("the jar must have this page: " + file);
            }
            return resource.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("a resource of this jar cannot be read", e);
        }
    }
}
