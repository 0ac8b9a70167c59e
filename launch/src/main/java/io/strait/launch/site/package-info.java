/**
 * Sites: places other than this machine where a run starts processes. {@link
 * io.strait.launch.site.RemoteSite} knows one: its shell, its engine, its folder, and the way back
 * home. {@link io.strait.launch.site.Installer} brings Strait there once per version. {@link
 * io.strait.launch.site.Pilots} keeps as many copies of a script running as are wanted; a {@link
 * io.strait.launch.site.GangCrew} runs jobs once, each as its {@link
 * io.strait.launch.site.GangWork} says, such as those of the ranks of {@link
 * io.strait.launch.site.Gangs}. {@link io.strait.launch.site.Stager} brings large files, which
 * {@code DataStore} keeps within a quota; {@link io.strait.launch.site.Checksums} and {@link
 * io.strait.launch.site.KnownData} are what this machine remembers of them.
 */
@NullMarked
package io.strait.launch.site;

import org.jspecify.annotations.NullMarked;
