package io.mintmark.packaging;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The content of a jar: its code, and the texts of licences and notices that came with it. */
final class LibraryJar {
    private static final Pattern CODE = Pattern.compile(".*\\.(class|so|dll|dylib|jnilib)");
    private static final Pattern OF_ITS_MODULE = Pattern.compile("(META-INF/versions/\\d+/)?module-info\\.class");
    private static final Pattern SOMEBODY_ELSES = Pattern.compile(".*/(shaded|repackaged|relocated|thirdparty)/.*");
    private static final Pattern TEXT = Pattern.compile(
            "(META-INF/(.*/)?)?[^/]*(licen[cs]e|notice|copying|copyright|third-?party)[^/]*", Pattern.CASE_INSENSITIVE);

    private LibraryJar() {}

    /** Returns the names of all classes and native libraries. */
    static List<String> code(Path jar) throws IOException {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            return file.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> CODE.matcher(name).matches()
                            && !OF_ITS_MODULE.matcher(name).matches())
                    .toList();
        }
    }

    /** Returns whether the jar has code of others under names of its own. */
    static boolean hasCodeOfOthers(Path jar) throws IOException {
        return code(jar).stream().anyMatch(name -> SOMEBODY_ELSES.matcher(name).matches());
    }

    /** Returns the licences and notices in the jar, by their names. */
    static Map<String, String> texts(Path jar) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        try (ZipFile file = new ZipFile(jar.toFile())) {
            List<? extends ZipEntry> entries =
                    file.stream().filter(LibraryJar::isText).toList();
            for (ZipEntry entry : entries) {
                try (InputStream in = file.getInputStream(entry)) {
                    texts.put(entry.getName(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        }
        return texts;
    }

    private static boolean isText(ZipEntry entry) {
        return !entry.isDirectory()
                && !CODE.matcher(entry.getName()).matches()
                && TEXT.matcher(entry.getName()).matches();
    }
}
